// SPDX-License-Identifier: Apache-2.0
// The fabric: a panel per plane, T1s above T0s above NICs; links by load, queues, trims, losses, packets on their way.

const HEIGHT = 250;
const ROWS = { t1: 46, t0: 138, nic: 222 };
const BOX = { t1: [70, 28], t0: [70, 28], nic: [58, 28] };
const APART = 12; // between two ports of a node
const QUEUE_FULL = 120_000; // bytes at which a gauge is full

class Drawing {
  constructor(root, run, choose) {
    this.run = run;
    this.choose = choose;
    this.links = new Map(); // by name: what is drawn of it
    this.nodes = new Map(); // by name: all drawings of it, one in each plane for a NIC
    this.panels = [];
    this.narrowest = run.fabric.planes > 2 ? 200 : 340;
    this.widest = 0;
    for (let plane = 0; plane < run.fabric.planes; plane++) root.append(this.panel(plane));
    // As many side by side as can be read.
    root.style.setProperty("--narrowest", `${run.fabric.planes > 2 ? Math.max(170, Math.round(0.68 * this.widest)) : 380}px`);
  }

  panel(plane) {
    const { switches, nodes, links } = this.run.fabric;
    const rows = { t1: [], t0: [], nic: nodes };
    for (const each of switches) if (each.plane === plane) rows[each.tier].push(each);
    const widest = Math.max(...Object.entries(rows).map(([tier, row]) => row.length * (tier === "nic" ? 62 : 84)));
    const width = Math.max(this.narrowest, Math.min(640, widest));
    this.widest = Math.max(this.widest, width);
    const at = new Map();
    for (const [tier, row] of Object.entries(rows)) {
      const scale = Math.min(1, width / Math.max(1, row.length) / (BOX[tier][0] + 8));
      row.forEach((node, index) => at.set(node.name, { tier, node, scale, x: ((index + 0.5) * width) / row.length, y: ROWS[tier] }));
    }
    const names = new Set(switches.filter((each) => each.plane === plane).map((each) => each.name));
    const mine = links.map((link, index) => ({ ...link, index })).filter((link) => names.has(link.b) && at.has(link.a));
    const drawing = svg("svg", { viewBox: `0 0 ${width} ${HEIGHT}`, role: "group", "aria-label": `plane ${plane}` });
    drawing.append(svg("text", { class: "plane", x: 2, y: 14 }, `plane ${plane}`));
    const ports = portsOf(mine, at);
    const queues = svg("g", { class: "queues" });
    for (const link of mine) drawing.append(this.link(link, ports(link, "a"), ports(link, "b"), queues));
    for (const place of at.values()) drawing.append(this.node(place));
    drawing.append(queues); // above all links
    const dots = svg("g", { class: "dots" });
    drawing.append(dots);
    this.panels.push({ plane, dots, at });
    return html("div", { className: "panel" }, drawing);
  }

  clickable(element, what, label) {
    element.setAttribute("tabindex", 0);
    element.setAttribute("role", "button");
    element.setAttribute("aria-label", label);
    element.addEventListener("click", () => this.choose(what));
    element.addEventListener("keydown", (event) => {
      if (event.key !== "Enter") return;
      event.preventDefault();
      this.choose(what);
    });
    return element;
  }

  link(link, from, to, queues) {
    const [dx, dy] = [to.x - from.x, to.y - from.y];
    const length = Math.hypot(dx, dy) || 1;
    const [ox, oy] = [(-dy / length) * 2.2, (dx / length) * 2.2];
    const line = (sign) => svg("line", { class: "load", x1: from.x + sign * ox, y1: from.y + sign * oy, x2: to.x + sign * ox, y2: to.y + sign * oy });
    const hit = svg("line", { class: "hit", x1: from.x, y1: from.y, x2: to.x, y2: to.y });
    const ends = [from, to].map((end, side) => gaugeAt(end, side ? [-dx / length, -dy / length] : [dx / length, dy / length]));
    const tip = svg("title");
    const lines = [line(1), line(-1)];
    const group = svg("g", { class: "link", "data-link": link.name }, ...lines, hit, tip);
    queues.append(...ends.map((end) => end.group));
    this.links.set(link.name, { link, from, to, group, lines, ends, tip });
    return this.clickable(group, { kind: "link", name: link.name }, `link ${link.name}`);
  }

  node({ tier, node, scale, x, y }) {
    const [width, height] = [BOX[tier][0] * scale, BOX[tier][1]];
    const known = node.name.replace(/^p\d+-/, "");
    const text = scale < 0.7 ? known.match(/\d+$/)[0] : known;
    const label = svg("text", { y: 4.5, "font-size": scale < 0.2 ? 8 : scale < 0.7 ? 11 : 12.5 * Math.min(1, scale + 0.15) }, text);
    const tip = svg("title", {}, node.name);
    const badge = svg("text", { class: "badge", x: tier === "nic" ? 0 : width / 2 + 13, y: tier === "nic" ? 26 : 4 });
    const group = svg("g", { class: `node ${tier} ${node.role ?? ""}`, "data-node": node.name, transform: `translate(${x} ${y})` },
      svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: tier === "nic" ? 14 : 5 }), label, badge, tip);
    this.nodes.set(node.name, [...(this.nodes.get(node.name) ?? []), { group, tip, badge }]);
    return this.clickable(group, { kind: "node", name: node.name }, node.name);
  }

  /** Everything as it was just before a time; counts are of the `glow` ns before. */
  show(ns, glow) {
    const from = Math.max(0, ns - glow);
    for (const drawn of this.links.values()) this.showLink(drawn, from, ns);
    const lostAt = new Map(this.run.fabric.switches.map((each, index) => [each.name,
      Math.round(this.run.count(`switch ${index} blackholed`, from, ns) + this.run.count(`switch ${index} dropped`, from, ns))]));
    const again = new Map(); // by NIC: packets sent again
    this.run.flows.forEach((flow, index) => again.set(flow.from, (again.get(flow.from) ?? 0) + this.run.count(`flow ${index} retransmissions`, from, ns)));
    for (const [name, all] of this.nodes) {
      const wrong = this.run.wrong(name, ns);
      const [lost, resent] = [lostAt.get(name) ?? 0, Math.round(again.get(name) ?? 0)];
      all.forEach(({ group, tip, badge }, place) => {
        group.classList.toggle("wrong", Boolean(wrong));
        badge.textContent = lost ? `✕${lost}` : resent && !place ? `↻${resent}` : "";
        tip.textContent = [name, wrong, lost ? `${lost} frames lost here` : "", resent ? `${resent} packets sent again` : ""].filter(Boolean).join("; ");
      });
    }
  }

  showLink({ link, group, lines, ends, tip }, from, ns) {
    const wrong = this.run.wrong(link.name, ns);
    group.classList.toggle("down", wrong.includes("down"));
    group.classList.toggle("ailing", Boolean(wrong) && !wrong.includes("down"));
    const said = [];
    lines.forEach((line, way) => {
      const { load, queue, trims, lost } = linkAt(this.run, link, way, from, ns);
      line.style.stroke = loadColour(load);
      line.style.strokeWidth = load > 0.004 ? 1.4 + 3 * load : 1;
      const { fill, badge, group: gauge } = ends[way];
      const share = Math.min(1, queue / QUEUE_FULL);
      fill.setAttribute("height", 16 * share);
      fill.setAttribute("y", 8 - 16 * share);
      gauge.classList.toggle("empty", share < 0.02);
      badge.textContent = trims ? `✂${trims}` : lost ? `✕${lost}` : "";
      badge.classList.toggle("lost", Boolean(lost && !trims));
      said.push(`${way ? link.b : link.a} sends ${gbps(load * link.rate_bps / 1e9)}, queue ${bytes(queue)}`);
    });
    tip.textContent = `${link.name}: ${said.join("; ")}${wrong ? `; ${wrong}` : ""}`;
  }

  /** The packets that are somewhere at a time, and the way of the one that is chosen. */
  showPackets(packets, ns, chosen) {
    for (const { dots, plane, at } of this.panels) {
      const parts = [];
      for (const packet of packets) {
        const place = placeOf(this, packet, ns, at);
        if (!place) continue;
        const dot = svg("g", { class: `packet ${packet.look} ${packet === chosen ? "chosen" : ""} ${place.gone ? "gone" : ""}`, "data-packet": packet.number, transform: `translate(${place.x} ${place.y})` },
          place.gone ? svg("text", { y: 5 }, "✕") : svg("circle", { r: packet === chosen ? 7 : 5 }), svg("title", {}, `${packet.kind} ${packet.text}: ${packet.fate}`));
        parts.push(this.clickable(dot, { kind: "packet", packet }, `packet ${packet.kind}`));
      }
      dots.replaceChildren(...parts);
      dots.dataset.plane = plane;
    }
  }

  /** Show which thing is chosen: its way, for a packet. */
  mark(what) {
    const names = new Set();
    const nodes = new Set();
    if (what?.kind === "packet")
      for (const hop of what.packet.hops) {
        if (hop.link) names.add(hop.link);
        nodes.add(hop.node);
      }
    if (what?.kind === "link") names.add(what.name);
    if (what?.kind === "node") nodes.add(what.name);
    for (const [name, { group }] of this.links) group.classList.toggle("chosen", names.has(name));
    for (const [name, all] of this.nodes) for (const { group } of all) group.classList.toggle("chosen", nodes.has(name));
  }
}

/** One way of a link over a stretch of time. */
function linkAt(run, link, way, from, ns) {
  const name = `direction ${2 * link.index + way}`;
  const sent = run.count(`${name} bytes`, from, ns) * 8;
  return {
    load: ns > from ? Math.min(1, sent / ((ns - from) * link.rate_bps / 1e9)) : 0,
    queue: run.value(`${name} queue`, ns),
    trims: Math.round(run.count(`${name} trims`, from, ns)),
    lost: Math.round(run.count(`${name} lost`, from, ns)),
  };
}

/** Where the ends of links are: side by side on the edges of nodes, in the order of who is at the other end. */
function portsOf(links, at) {
  const edges = new Map();
  const key = (name, other) => `${name} ${Math.sign(at.get(other).y - at.get(name).y)}`;
  for (const link of links)
    for (const [here, there] of [[link.a, link.b], [link.b, link.a]]) {
      const edge = key(here, there);
      edges.set(edge, [...(edges.get(edge) ?? []), [at.get(there).x, link.name]]);
    }
  for (const edge of edges.values()) edge.sort((one, two) => one[0] - two[0]);
  return (link, end) => {
    const [here, there] = end === "a" ? [link.a, link.b] : [link.b, link.a];
    const node = at.get(here);
    const edge = edges.get(key(here, there));
    const [width, height] = BOX[node.tier];
    const apart = Math.min(APART, (width * node.scale - 6) / edge.length);
    const place = edge.findIndex(([, name]) => name === link.name) - (edge.length - 1) / 2;
    return { x: node.x + place * apart, y: node.y + (Math.sign(at.get(there).y - node.y) * height) / 2, tier: node.tier };
  };
}

/** The queue of the port at an end of a link, a little along the link. */
function gaugeAt(end, [ux, uy]) {
  const fill = svg("rect", { class: "fill", x: -3, y: 8, width: 6, height: 0 });
  const badge = svg("text", { class: "badge", x: 6, y: 4 });
  const group = svg("g", { class: "queue empty", transform: `translate(${end.x + ux * 13} ${end.y + uy * 13})` },
    svg("rect", { class: "box", x: -4, y: -9, width: 8, height: 18, rx: 2 }), fill, badge);
  return { group, fill, badge };
}

/** Idle is grey, load is blue, a full link is orange. */
function loadColour(load) {
  if (load <= 0.004) return "var(--line)";
  if (load < 0.7) return `color-mix(in oklab, var(--accent) ${Math.round(30 + 100 * load)}%, var(--line))`;
  return `color-mix(in oklab, var(--s1) ${Math.min(100, Math.round(((load - 0.7) / 0.25) * 100))}%, var(--accent))`;
}

/** Where a packet is at a time, in one panel; null when it is not there. */
function placeOf(drawing, packet, ns, at) {
  const { hops } = packet;
  const linger = Math.max(1500, (packet.end_ns - packet.born_ns) / 2);
  if (ns < packet.born_ns || ns > packet.end_ns + (packet.to ? 0 : linger)) return null;
  let index = hops.length - 1;
  while (index > 0 && hops[index].at_ns > ns) index--;
  const hop = hops[index];
  const here = at.get(hop.node);
  const drawn = hop.link && drawing.links.get(hop.link);
  if (!here || (drawn ? !at.has(drawn.link.b) : !packet.hops.some((each) => each.link && at.has(drawing.links.get(each.link)?.link.b)))) return null;
  if (!drawn || hop.left_ns === null) return { x: here.x, y: here.y, gone: ns > packet.end_ns };
  if (ns < hop.left_ns) return { x: here.x, y: here.y };
  const forth = drawn.link.a === hop.node;
  const [start, end] = forth ? [drawn.from, drawn.to] : [drawn.to, drawn.from];
  const next = hops[index + 1];
  const arrives = next ? next.at_ns : hop.left_ns + drawn.link.delay_ns + (hop.out_size * 8e9) / drawn.link.rate_bps;
  const share = Math.min(1, (ns - hop.left_ns) / Math.max(1, arrives - hop.left_ns));
  return { x: start.x + (end.x - start.x) * share, y: start.y + (end.y - start.y) * share, gone: !next && share === 1 };
}
