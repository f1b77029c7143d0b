// SPDX-License-Identifier: Apache-2.0
// The fabric drawn: planes around the NICs, links by load, queues at the ports they are in, what failed.

import { bytes, html, rate, set, svg } from "./tools.js";

const ROW = 104; // pixels between two rows of nodes
const TOP = 44;
const BOX = { t1: [88, 30], t0: [88, 30], nic: [84, 36], switch: [74, 30], host: [84, 36] };
const GAUGE = [9, 20];
const APART = 24; // pixels between two ports of a switch, at most
const BESIDE = 16; // pixels between two links of the same nodes, where links go from middle to middle
const TINY = 0.004; // of a link's rate: a few acknowledgements are no load

/** One drawing of a lab; `choose` is called with what somebody clicked on. */
export class FabricView {
  constructor(root, legend, lab, choose) {
    this.root = root;
    this.lab = lab;
    this.choose = choose;
    this.width = 0;
    this.marked = null;
    this.moment = null;
    legend.append(...legendParts(lab));
    new ResizeObserver(() => this.lay()).observe(root);
    this.lay();
  }

  /** Draw everything anew when there is another width. */
  lay() {
    const width = Math.max(300, Math.round(this.root.clientWidth));
    if (width === this.width) return;
    this.width = width;
    this.links = new Map();
    this.nodes = new Map();
    this.root.replaceChildren(...this.lab.sheets.map((sheet) => this.sheet(sheet)));
    if (this.moment) this.show(this.moment);
    this.mark(this.marked);
  }

  sheet(sheet) {
    const rows = sheet.places.map((place) => place.row);
    const [top, bottom] = [Math.max(...rows), Math.min(...rows)];
    const height = (top - bottom) * ROW + 2 * TOP;
    const at = new Map(
      sheet.places.map((place) => [place.name, { ...place, px: place.x * this.width, py: TOP + (top - place.row) * ROW }]),
    );
    const most = Math.max(...rows.map((row) => rows.filter((each) => each === row).length));
    const scale = sheet.planes.length ? Math.min(1, this.width / most / 96) : roomOf([...at.values()]);
    const drawing = svg("svg", {
      viewBox: `0 0 ${this.width} ${height}`,
      width: this.width,
      height,
      role: "group",
      "aria-label": sheet.planes.length ? `planes ${sheet.planes.join(" and ")}` : "the network",
    });
    sheet.planes.forEach((plane, index) => {
      const y = index ? height - 10 : 18;
      const label = svg("text", { class: "plane", x: 4, y, tabindex: 0, role: "button" }, `plane ${plane}`);
      drawing.append(this.clickable(label, { kind: "plane", name: String(plane) }));
    });
    const ports = sheet.planes.length ? portsOf(sheet, at, scale) : middlesOf(sheet, at);
    for (const cable of sheet.cables) drawing.append(this.cable(cable, ports(cable, 0), ports(cable, 1)));
    for (const place of at.values()) drawing.append(this.node(place, scale));
    if (!sheet.planes.length) for (const cable of sheet.cables) drawing.append(...numbers(cable, ports, at, scale));
    return drawing;
  }

  clickable(element, what) {
    const chosen = () => this.choose(what);
    element.addEventListener("click", chosen);
    element.addEventListener("keydown", (event) => {
      if (event.key === "Enter" || event.key === " ") {
        event.preventDefault();
        chosen();
      }
    });
    return element;
  }

  cable(cable, from, to) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy);
    const [ox, oy] = [(-dy / length) * 3, (dx / length) * 3];
    const line = (sign, name) =>
      svg("line", {
        class: name,
        x1: from.x + sign * ox, y1: from.y + sign * oy, x2: to.x + sign * ox, y2: to.y + sign * oy,
      });
    const [there, back] = [line(1, "load"), line(-1, "load")];
    const hit = svg("line", { class: "hit", x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    const tip = svg("title");
    const group = svg("g", { class: "cable", "data-name": cable.name, tabindex: 0, role: "button" }, there, back, hit, tip);
    const drawn = { cable, group, there, back, tip, gauges: [] };
    cable.limits.forEach((limit, end) => {
      if (limit === null) return;
      const [node, port] = end ? cable.b : cable.a;
      const gauge = queue(end ? to : from);
      group.append(gauge.group);
      drawn.gauges.push({ node, port, limit, ...gauge });
    });
    this.links.set(cable.name, drawn);
    return this.clickable(group, { kind: "link", name: cable.name });
  }

  node(place, scale) {
    const kind = ["nic", "host"].includes(place.tier) ? "nic" : "switch";
    const [width, height] = [BOX[place.tier][0] * scale, BOX[place.tier][1]];
    const below = svg("text", { class: "below", y: 12, "font-size": 10.5 * Math.max(0.8, scale) });
    const label = svg("text", { y: kind === "nic" ? -1 : 4.5, "font-size": 12.5 * Math.max(0.72, scale) }, place.name);
    const group = svg(
      "g",
      {
        class: `node ${kind}`, "data-name": place.name, tabindex: 0, role: "button",
        transform: `translate(${place.px} ${place.py})`,
      },
      svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: kind === "nic" ? height / 2 : 6 }),
      label,
      below,
    );
    this.nodes.set(place.name, [...(this.nodes.get(place.name) ?? []), { group, label, below, place, kind }]);
    return this.clickable(group, { kind, name: place.name });
  }

  /** Show which thing is chosen. */
  mark(what) {
    this.marked = what;
    for (const element of this.root.querySelectorAll(".chosen")) element.classList.remove("chosen");
    if (!what || what.kind === "plane") return;
    for (const element of this.root.querySelectorAll(`[data-name="${CSS.escape(what.name)}"]`))
      element.classList.add("chosen");
  }

  /** Colour it as it was at a moment. */
  show(moment) {
    this.moment = moment;
    const stopped = (name) => moment.dead[name] ?? moment.faults[name]?.join(", ");
    for (const [name, drawn] of this.links) this.showLink(drawn, moment, stopped(name));
    for (const [name, all] of this.nodes)
      for (const { group, below, kind } of all) {
        const wrong = stopped(name);
        group.classList.toggle("wrong", Boolean(wrong));
        const received = moment.received_bps[name] ?? 0;
        below.textContent = wrong && kind === "nic" ? wrong : kind === "nic" ? `↓ ${rate(received)}` : "";
        group.setAttribute("aria-label", `${name}${wrong ? `: ${wrong}` : ""}`);
      }
  }

  showLink({ cable, group, there, back, tip, gauges }, moment, wrong) {
    const loads = moment.links[cable.name] ?? [0, 0];
    [there, back].forEach((line, index) => {
      const load = Math.min(1, loads[index]);
      set(line, { "stroke-width": load > TINY ? 1.8 + 3.6 * load : 1.2, stroke: colour(load) });
    });
    group.classList.toggle("down", wrong === "down");
    group.classList.toggle("ailing", Boolean(wrong) && wrong !== "down");
    const said = loads.map((load) => rate(load * cable.rate_bps)).join(" there, ");
    tip.textContent = `${cable.name}: ${said} back${wrong ? `; ${wrong}` : ""}`;
    for (const gauge of gauges) {
      const port = moment.ports[gauge.node]?.[gauge.port];
      const share = Math.min(1, (port?.queued ?? 0) / gauge.limit);
      const tall = (GAUGE[1] - 2) * share;
      const edge = GAUGE[1] / 2 - 1;
      set(gauge.fill, { height: tall, y: gauge.side > 0 ? -edge : edge - tall });
      gauge.group.classList.toggle("full", share > 0.8);
      gauge.group.classList.toggle("empty", share < 0.02);
      gauge.tip.textContent = port
        ? `queue of ${gauge.node} port ${gauge.port}: ${bytes(port.queued ?? 0)} of ${bytes(gauge.limit)}`
        : `${gauge.node} does not answer`;
      const lost = port?.dropped ?? 0;
      gauge.badge.textContent = port?.trimmed ? `✂ ${port.trimmed}` : lost ? `✕ ${lost}` : "";
      gauge.badge.classList.toggle("lost", Boolean(lost && !port.trimmed));
    }
  }
}

/** Where the ends of cables are: at ports along the edges of their nodes, in the order of who is at the other end. */
function portsOf(sheet, at, scale) {
  const edges = new Map(); // by node and side: the other ends
  for (const cable of sheet.cables)
    [cable.a, cable.b].forEach(([name], end) => {
      const other = at.get((end ? cable.a : cable.b)[0]);
      const node = at.get(name);
      const key = `${name} ${Math.sign(other.py - node.py)}`;
      edges.set(key, [...(edges.get(key) ?? []), [other.px, cable.name]]);
    });
  for (const edge of edges.values()) edge.sort((one, two) => one[0] - two[0]);
  return (cable, end) => {
    const node = at.get((end ? cable.b : cable.a)[0]);
    const side = Math.sign(at.get((end ? cable.a : cable.b)[0]).py - node.py);
    const edge = edges.get(`${node.name} ${side}`);
    const [width, height] = BOX[node.tier];
    const apart = Math.min(APART, (width * scale - 8) / edge.length);
    const place = edge.findIndex(([, name]) => name === cable.name) - (edge.length - 1) / 2;
    const out = node.tier === "nic" ? 0 : GAUGE[1];
    return { x: node.px + place * apart, y: node.py + side * (height / 2 + out), side };
  };
}

/** How much smaller nodes must be that stand anywhere, for none to stand on another. */
function roomOf(places) {
  const tall = 40;
  const apart = places.flatMap((one, index) =>
    places.slice(index + 1).filter((other) => Math.abs(one.py - other.py) < tall).map((other) => Math.abs(one.px - other.px)),
  );
  return Math.max(0.45, Math.min(1, ...apart.map((wide) => wide / 92)));
}

/** Where the ends of links are whose nodes stand anywhere: in the middle of nodes, those of the same two side by side. */
function middlesOf(sheet, at) {
  const between = (cable) => [cable.a[0], cable.b[0]].sort().join(" ");
  const alike = Map.groupBy(sheet.cables, between);
  return (cable, end) => {
    const [node, other] = [cable.a, cable.b].map(([name]) => at.get(name));
    const [dx, dy] = [other.px - node.px, other.py - node.py];
    const length = Math.hypot(dx, dy) || 1;
    const all = alike.get(between(cable));
    const turned = cable.a[0] < cable.b[0] ? 1 : -1;
    const beside = (all.indexOf(cable) - (all.length - 1) / 2) * BESIDE * turned;
    const here = end ? other : node;
    return { x: here.px - (dy / length) * beside, y: here.py + (dx / length) * beside, side: 0 };
  };
}

/** The numbers of a link's ports at switches, where it leaves them. */
function numbers(cable, ports, at, scale) {
  return [cable.a, cable.b].flatMap(([name, port], end) => {
    const { tier } = at.get(name);
    if (tier !== "switch") return [];
    const [from, to] = [ports(cable, end), ports(cable, 1 - end)];
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const [width, height] = [(BOX[tier][0] * scale) / 2, BOX[tier][1] / 2];
    // The border of the box, and a little further along the link.
    const share = Math.min(width / Math.max(1, Math.abs(dx)), height / Math.max(1, Math.abs(dy)));
    const length = Math.hypot(dx, dy) || 1;
    const out = Math.min(0.45, share + 13 / length);
    return [svg("text", { class: "port", x: from.x + dx * out - (dy / length) * 11, y: from.y + dy * out + (dx / length) * 11 + 4 }, String(port))];
  });
}

/** A port: its queue stands on the edge of its switch, and fills from there. */
function queue({ x, y, side }) {
  const [width, height] = GAUGE;
  const fill = svg("rect", { class: "fill", x: -width / 2 + 1, y: 0, width: width - 2, height: 0 });
  const badge = svg("text", { class: "badge", x: width / 2 + 4, y: -side * 4 + 4 });
  const tip = svg("title");
  const box = svg("rect", { class: "box", x: -width / 2, y: -height / 2, width, height, rx: 2 });
  const group = svg("g", { class: "queue empty", transform: `translate(${x} ${y - (side * height) / 2})` }, box, fill, badge, tip);
  return { group, fill, badge, tip, side };
}

/** Idle is grey, load is blue, a full link is orange. */
function colour(load) {
  if (load <= TINY) return "var(--line)";
  if (load < 0.7) return `color-mix(in oklab, var(--accent) ${Math.round(30 + 100 * load)}%, var(--line))`;
  return `color-mix(in oklab, var(--s1) ${Math.min(100, Math.round(((load - 0.7) / 0.25) * 100))}%, var(--accent))`;
}

function legendParts(lab) {
  const ramp = html("span", { className: "ramp" });
  const queues = [
    html("span", { className: "gauge" }), " queue of a port · ", html("b", { className: "trim" }, "✂"),
    " packets trimmed · ", html("b", { className: "lost" }, "✕"), " dropped · ",
  ];
  return [
    "load ", html("small", {}, "0"), ramp, html("small", {}, "full"), " · ",
    ...(lab.kind === "own" ? ["numbers are ports · "] : queues),
    html("span", { className: "cut" }, "failed"), " · click anything",
  ];
}
