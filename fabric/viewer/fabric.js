// SPDX-License-Identifier: Apache-2.0
// The fabric: switches and NICs, links by load, queues at ports, what failed, packets on their way.
//
// A sheet is one drawing: { planes, places: [{ name, tier, x, row, role }], cables: [{ name, a, b, rate_bps, limits }] }.
// x goes from 0 to 1, a higher row stands higher. Ends of cables are [node, port]; a limit is the number of bytes at
// which the gauge of that end is full, or null where there is none. A sheet without planes is any network: its nodes
// stand anywhere.

import { activate, html, set, svg } from "./elements.js";

const ROW = 100; // pixels between two rows of nodes
const MARGIN = 46; // pixels above the highest row, and below the lowest
const BOX = { t1: [84, 30], t0: [84, 30], nic: [80, 36], switch: [74, 30], host: [84, 36] };
const NODE_GAP = 8; // pixels between two nodes of a row, at least
const PORT_GAP = 16; // pixels between two ports of a node, at most
const PARALLEL_GAP = 16; // pixels between two links of the same two nodes, in a sheet without planes
const LINE_GAP = 2.6; // pixels from the middle of a link to the line of each direction
const GAUGE = [8, 20];
const LETTER = 7.2; // pixels of a letter at full size
const IDLE = 0.004; // of a link's rate: a few acknowledgements are no load

export class FabricView {
  /**
   * `choose` is called with { kind, name } of what somebody clicked on: switch, nic, link, plane, or { kind: "packet",
   * number }. Planes can be chosen where `planes` is true.
   */
  constructor(root, sheets, choose, { planes = false } = {}) {
    this.root = root;
    this.sheets = sheets;
    this.choose = choose;
    this.planes = planes;
    this.widths = "";
    this.marked = [];
    this.shown = { states: null, packets: [] };
    this.panels = sheets.map(() => html("div", { className: "panel" }));
    root.classList.add("sheets");
    root.style.setProperty("--narrowest", `${narrowest(sheets)}px`);
    root.append(...this.panels);
    new ResizeObserver(() => this.lay()).observe(root);
    this.lay();
  }

  /** Draw all sheets again if the page has another width now. */
  lay() {
    const widths = this.panels.map((panel) => Math.max(150, panel.clientWidth));
    if (widths.join() === this.widths) return;
    this.widths = widths.join();
    this.links = new Map(); // by name: the elements of a link
    this.nodes = new Map(); // by name: all drawings of a node; a NIC is in each sheet
    this.dots = [];
    this.panels.forEach((panel, index) => panel.replaceChildren(this.sheet(this.sheets[index], widths[index])));
    if (this.shown.states) this.show(this.shown.states);
    this.showPackets(this.shown.packets);
    this.mark(this.marked);
  }

  sheet(sheet, width) {
    const { at, height } = placed(sheet, width);
    const named = sheet.planes.length ? `plane ${sheet.planes.join(" and ")}` : "the network";
    const drawing = svg("svg", { viewBox: `0 0 ${width} ${height}`, width, height, role: "group", "aria-label": named });
    sheet.planes.forEach((plane, index) => {
      const label = svg("text", { class: "plane", x: 4, y: index ? height - 8 : 16 }, `plane ${plane}`);
      if (this.planes) activate(label, () => this.choose({ kind: "plane", name: String(plane) }));
      drawing.append(label);
    });
    const ends = sheet.planes.length ? portsOf(sheet, at) : middlesOf(sheet, at);
    const queues = svg("g", { class: "queues" });
    for (const cable of sheet.cables) drawing.append(this.cable(cable, ends(cable, 0), ends(cable, 1), queues));
    for (const place of at.values()) drawing.append(this.node(place));
    if (!sheet.planes.length) for (const cable of sheet.cables) drawing.append(...portNumbers(cable, ends, at));
    const dots = svg("g", { class: "dots" });
    this.dots.push({ planes: sheet.planes, at, dots });
    drawing.append(queues, dots); // above all links
    return drawing;
  }

  cable(cable, from, to, queues) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy) || 1;
    const [ox, oy] = [(-dy / length) * LINE_GAP, (dx / length) * LINE_GAP];
    const line = (kind, sign) =>
      svg("line", { class: kind, x1: from.x + sign * ox, y1: from.y + sign * oy, x2: to.x + sign * ox, y2: to.y + sign * oy });
    const [lines, tip] = [[line("load", 1), line("load", -1)], svg("title")];
    const group = svg("g", { class: "link", "data-link": cable.name }, ...lines, line("hit", 0), tip);
    const gauges = [from, to].map((end, side) => (cable.limits[side] === null ? null : gauge(end, cable.limits[side])));
    queues.append(...gauges.filter(Boolean).map((each) => each.group));
    this.links.set(cable.name, { cable, from, to, group, lines, tip, gauges });
    return activate(group, () => this.choose({ kind: "link", name: cable.name }));
  }

  node(place) {
    const kind = ["nic", "host"].includes(place.tier) ? "nic" : "switch";
    const [width, height] = [BOX[place.tier][0] * place.scale, BOX[place.tier][1]];
    const room = width >= 44; // for a rate below the name
    const text = svg("text", { y: kind === "nic" && room ? -1 : 4.5, "font-size": place.label.size }, place.label.text);
    const below = svg("text", { class: "below", y: 12, "font-size": 10.5 * Math.max(0.8, place.scale) });
    const [tip, badge] = [svg("title"), svg("text", { class: "badge" })];
    set(badge, kind === "nic" ? { x: 0, y: 31, "text-anchor": "middle" } : { x: width / 2 + 4, y: 4 });
    const attributes = { class: `node ${kind} ${place.role ?? ""}`, "data-node": place.name, transform: `translate(${place.x} ${place.y})` };
    const box = svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: kind === "nic" ? Math.min(width, height) / 2 : 5 });
    const group = svg("g", attributes, box, text, below, badge, tip);
    this.nodes.set(place.name, [...(this.nodes.get(place.name) ?? []), { group, tip, badge, below, room }]);
    return activate(group, () => this.choose({ kind, name: place.name }));
  }

  /**
   * Show a moment. `states.link(cable)` says of a link: loads (of both directions, 0 to 1), wrong, tip, and for each
   * end that has a gauge { queued, trimmed, lost, tip }. `states.node(name)` says of a node: wrong, below, badge,
   * look (of the badge), tip.
   */
  show(states) {
    this.shown.states = states;
    for (const drawn of this.links.values()) showLink(drawn, states.link(drawn.cable));
    for (const [name, all] of this.nodes) {
      const { wrong = "", below = "", badge = "", look = "lost", tip = name } = states.node(name);
      all.forEach((drawn, place) => {
        drawn.group.classList.toggle("wrong", Boolean(wrong));
        drawn.group.setAttribute("aria-label", tip);
        drawn.tip.textContent = tip;
        drawn.below.textContent = drawn.room ? below : "";
        drawn.badge.textContent = place ? "" : badge; // once, where a node is drawn more than once
        drawn.badge.setAttribute("class", `badge ${look}`);
      });
    }
  }

  /**
   * Show packets where they are: { number, plane, look, chosen, gone, tip } with `node`, or `link` and `share`, how
   * far it is from the first end to the second.
   */
  showPackets(packets) {
    this.shown.packets = packets;
    for (const { planes, at, dots } of this.dots) {
      const here = packets.filter((packet) => planes.includes(packet.plane) && (packet.link ? this.links.has(packet.link) : at.has(packet.node)));
      dots.replaceChildren(...here.map((packet) => this.dot(packet, packet.link ? between(this.links.get(packet.link), packet.share) : at.get(packet.node))));
    }
  }

  dot({ number, look, chosen, gone, tip }, { x, y }) {
    const drawn = gone ? svg("text", { y: 5 }, "✕") : svg("circle", { r: chosen ? 7 : 5 });
    const kind = ["packet", look, chosen ? "chosen" : "", gone ? "gone" : ""].join(" ");
    const group = svg("g", { class: kind, "data-packet": number, transform: `translate(${x} ${y})`, "aria-label": tip }, drawn, svg("title", {}, tip));
    return activate(group, () => this.choose({ kind: "packet", number }));
  }

  /** Mark the links and nodes of these names as chosen, and no others. */
  mark(names) {
    this.marked = names;
    const chosen = new Set(names);
    for (const [name, { group }] of this.links) group.classList.toggle("chosen", chosen.has(name));
    for (const [name, all] of this.nodes) for (const { group } of all) group.classList.toggle("chosen", chosen.has(name));
  }
}

/** The key of the drawing. `parts` are some of queues, trimmed, lost, again, ports, packets. */
export function fabricKey(...parts) {
  const texts = {
    queues: [html("span", { className: "gauge" }), " queue of a port"],
    trimmed: [html("b", { className: "trimmed" }, "✂"), " trimmed"],
    lost: [html("b", { className: "lost" }, "✕"), " lost"],
    again: [html("b", { className: "again" }, "↻"), " sent again"],
    ports: ["numbers are ports"],
    packets: [html("span", { className: "dot" }), " a packet"],
  };
  const load = ["load ", html("small", {}, "0"), html("span", { className: "ramp" }), html("small", {}, "full")];
  const all = [load, ...parts.map((part) => texts[part]), [html("span", { className: "cut" }), " failed"], ["click anything"]];
  return html("p", { className: "soft small legend" }, ...all.flatMap((each, index) => (index ? [" · ", ...each] : each)));
}

/** Pixels that a sheet needs at least, for as many as can be read to stand side by side. */
function narrowest(sheets) {
  const rows = sheets.flatMap((sheet) => [...Map.groupBy(sheet.places, (place) => place.row).values()]);
  const widest = Math.max(...rows.map((row) => row.length * (row[0].tier === "nic" ? 62 : 84)));
  return sheets.length > 2 ? Math.max(170, Math.round(0.68 * Math.min(640, widest))) : Math.max(340, Math.round(0.68 * widest));
}

/** Pixels: where each node of a sheet stands, and by how much it must be smaller for none to cover another. */
function placed(sheet, width) {
  const rows = Map.groupBy(sheet.places, (place) => place.row);
  const [top, bottom] = [Math.max(...rows.keys()), Math.min(...rows.keys())];
  const at = new Map(sheet.places.map((place) => [place.name, { ...place, x: place.x * width, y: MARGIN + (top - place.row) * ROW }]));
  const room = sheet.planes.length ? null : roomOf([...at.values()]);
  for (const row of rows.values()) {
    const xs = row.map((place) => at.get(place.name).x).sort((one, two) => one - two);
    const gap = Math.min(width / row.length, ...xs.slice(1).map((x, index) => x - xs[index]));
    const scale = room ?? Math.min(1, gap / (BOX[row[0].tier][0] + NODE_GAP));
    const labels = labelsOf(row.map((place) => place.name), BOX[row[0].tier][0] * scale, scale);
    row.forEach((place, index) => Object.assign(at.get(place.name), { scale, label: labels[index] }));
  }
  return { at, height: (top - bottom) * ROW + 2 * MARGIN };
}

function roomOf(places) {
  const tall = 40;
  const apart = places.flatMap((one, index) =>
    places.slice(index + 1).filter((other) => Math.abs(one.y - other.y) < tall).map((other) => Math.abs(one.x - other.x)),
  );
  return Math.max(0.45, Math.min(1, ...apart.map((wide) => wide / 92)));
}

/** The names of a row, as much of them as there is room for: whole, without their plane, their numbers. */
function labelsOf(names, width, scale) {
  const size = 12.5 * Math.max(0.72, scale);
  const fits = (text) => text.length * LETTER * (size / 12.5) < width - 6;
  const numbers = names.map((name) => name.match(/\d+$/)?.[0] ?? name);
  const texts = [names, names.map((name) => name.replace(/^p\d+-/, ""))].find((each) => each.every(fits)) ?? numbers;
  return texts.map((text) => ({ text, size: fits(text) ? size : 8 }));
}

/** Where cables end in planes: at ports along the edges of nodes, in the order of the nodes at their other ends. */
function portsOf(sheet, at) {
  const edges = new Map(); // by node and side: x of the other end, and the cable
  const side = (here, there) => Math.sign(at.get(there).y - at.get(here).y);
  for (const cable of sheet.cables)
    for (const [[here], [there]] of [[cable.a, cable.b], [cable.b, cable.a]]) {
      const key = `${here} ${side(here, there)}`;
      edges.set(key, [...(edges.get(key) ?? []), [at.get(there).x, cable.name]]);
    }
  for (const edge of edges.values()) edge.sort((one, two) => one[0] - two[0]);
  return (cable, end) => {
    const [[here], [there]] = end ? [cable.b, cable.a] : [cable.a, cable.b];
    const node = at.get(here);
    const edge = edges.get(`${here} ${side(here, there)}`);
    const [width, height] = BOX[node.tier];
    const gap = Math.min(PORT_GAP, (width * node.scale - 8) / edge.length);
    const place = edge.findIndex(([, name]) => name === cable.name) - (edge.length - 1) / 2;
    return { x: node.x + place * gap, y: node.y + side(here, there) * (height / 2), side: side(here, there) };
  };
}

/** Where cables end whose nodes stand anywhere: in the middle of nodes, parallel cables next to each other. */
function middlesOf(sheet, at) {
  const pair = (cable) => [cable.a[0], cable.b[0]].sort().join(" ");
  const parallel = Map.groupBy(sheet.cables, pair);
  return (cable, end) => {
    const [node, other] = [cable.a, cable.b].map(([name]) => at.get(name));
    const [dx, dy] = [other.x - node.x, other.y - node.y];
    const length = Math.hypot(dx, dy) || 1;
    const all = parallel.get(pair(cable));
    const turned = cable.a[0] < cable.b[0] ? 1 : -1;
    const shift = (all.indexOf(cable) - (all.length - 1) / 2) * PARALLEL_GAP * turned;
    const here = end ? other : node;
    return { x: here.x - (dy / length) * shift, y: here.y + (dx / length) * shift, side: 0 };
  };
}

/** The numbers of a cable's ports at switches, where it leaves them. */
function portNumbers(cable, ends, at) {
  return [cable.a, cable.b].flatMap(([name, port], end) => {
    const { tier, scale } = at.get(name);
    if (tier !== "switch") return [];
    const [from, to] = [ends(cable, end), ends(cable, 1 - end)];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const [width, height] = [(BOX[tier][0] * scale) / 2, BOX[tier][1] / 2];
    // The border of the box, and a little further along the link.
    const share = Math.min(width / Math.max(1, Math.abs(dx)), height / Math.max(1, Math.abs(dy)));
    const length = Math.hypot(dx, dy) || 1;
    const out = Math.min(0.45, share + 13 / length);
    return [svg("text", { class: "port", x: from.x + dx * out - (dy / length) * 11, y: from.y + dy * out + (dx / length) * 11 + 4 }, String(port))];
  });
}

/** The queue of a port: it stands on the edge of its node, and fills from there. */
function gauge({ x, y, side }, limit) {
  const [width, height] = GAUGE;
  const fill = svg("rect", { class: "fill", x: -width / 2 + 1, y: 0, width: width - 2, height: 0 });
  const badge = svg("text", { class: "badge", x: width / 2 + 3, y: 4 });
  const tip = svg("title");
  const box = svg("rect", { class: "box", x: -width / 2, y: -height / 2, width, height, rx: 2 });
  const group = svg("g", { class: "queue empty", transform: `translate(${x} ${y + side * (height / 2 + 1)})` }, box, fill, badge, tip);
  return { group, fill, badge, tip, side, limit };
}

function showLink({ cable, group, lines, tip, gauges }, { loads, wrong = "", tip: text = cable.name, ports = [] }) {
  lines.forEach((line, way) => {
    const load = Math.min(1, loads[way]);
    line.style.stroke = loadColour(load);
    line.style.strokeWidth = load > IDLE ? 1.6 + 3.4 * load : 1.1;
  });
  const down = /\bdown\b/.test(wrong);
  group.classList.toggle("down", down);
  group.classList.toggle("ailing", Boolean(wrong) && !down);
  group.setAttribute("aria-label", `link ${text}`);
  tip.textContent = text;
  gauges.forEach((each, end) => each && showGauge(each, ports[end]));
}

function showGauge({ group, fill, badge, tip, side, limit }, port) {
  const share = Math.min(1, (port?.queued ?? 0) / limit);
  const [tall, edge] = [(GAUGE[1] - 2) * share, GAUGE[1] / 2 - 1];
  set(fill, { height: tall, y: side > 0 ? -edge : edge - tall });
  group.classList.toggle("full", share > 0.8);
  group.classList.toggle("empty", share < 0.02);
  badge.textContent = port?.trimmed ? `✂${port.trimmed}` : port?.lost ? `✕${port.lost}` : "";
  badge.setAttribute("class", port?.trimmed ? "badge trimmed" : "badge lost");
  tip.textContent = port?.tip ?? "";
}

function between({ from, to }, share) {
  return { x: from.x + (to.x - from.x) * share, y: from.y + (to.y - from.y) * share };
}

/** Idle is grey, load is blue, a full link is orange. */
function loadColour(load) {
  if (load <= IDLE) return "var(--line)";
  if (load < 0.7) return `color-mix(in oklab, var(--accent) ${Math.round(30 + 100 * load)}%, var(--line))`;
  return `color-mix(in oklab, var(--s1) ${Math.min(100, Math.round(((load - 0.7) / 0.25) * 100))}%, var(--accent))`;
}
