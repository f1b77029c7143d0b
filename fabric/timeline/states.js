// SPDX-License-Identifier: Apache-2.0
// What the viewer draws of a run: its fabric, links, nodes and packets at a time, and its strips.

import { lookOf, roleOf } from "../viewer/packets.js";
import { roundStep } from "../viewer/strips.js";
import { bytes, rate, short, sum } from "../viewer/units.js";

const QUEUE_FULL = 120_000; // bytes at which a gauge is full
const SHORTEST_NS = 1000; // of a mean rate: over less, one sees single packets

/** One sheet for each plane: T1s above T0s above NICs. */
export function sheetsOf({ planes, switches, nodes, links }) {
  return Array.from({ length: planes }, (_, plane) => {
    const rows = { t1: 2, t0: 1, nic: 0 };
    const row = (tier, all) => all.map((node, index) => ({ name: node.name, tier, role: node.role, x: (index + 0.5) / all.length, row: rows[tier] }));
    const tier = (name) => row(name, switches.filter((each) => each.plane === plane && each.tier === name));
    const places = [...tier("t1"), ...tier("t0"), ...row("nic", nodes)];
    const here = new Set(places.map((place) => place.name));
    const cables = links.map((link, index) => ({ ...link, index, a: [link.a, null], b: [link.b, null], limits: [QUEUE_FULL, QUEUE_FULL] }));
    const names = new Set(switches.filter((each) => each.plane === plane).map((each) => each.name));
    return { planes: [plane], places, cables: cables.filter(({ a: [a], b: [b] }) => names.has(b) && here.has(a)) };
  });
}

/** One direction of a link over a stretch of time; `way` is 0 from the first end to the second. */
export function directionAt(run, link, way, from, ns) {
  const name = `direction ${2 * link.index + way}`;
  const bits = run.count(`${name} bytes`, from, ns) * 8;
  return {
    load: ns > from ? Math.min(1, bits / (((ns - from) * link.rate_bps) / 1e9)) : 0,
    queued: run.value(`${name} queue`, ns),
    trimmed: Math.round(run.count(`${name} trims`, from, ns)),
    lost: Math.round(run.count(`${name} lost`, from, ns)),
  };
}

/** Everything just before a time, as the viewer's fabric takes it; counts are of the `glow` ns before. */
export function statesAt(run, ns, glow) {
  const from = Math.max(0, ns - glow);
  const counts = (names, name) => Math.round(sum(names.map((each) => run.count(each, from, ns)).concat(0))) || 0;
  const lost = new Map(run.fabric.switches.map(({ name }, index) => [name, counts([`switch ${index} blackholed`, `switch ${index} dropped`])]));
  const again = new Map(); // by NIC: packets sent again
  run.flows.forEach((flow, index) => again.set(flow.from, (again.get(flow.from) ?? 0) + counts([`flow ${index} retransmissions`])));
  const received = new Map(); // by NIC: bytes
  run.fabric.links.forEach((link, index) => {
    if (link.role === "host") received.set(link.a, (received.get(link.a) ?? 0) + run.count(`direction ${2 * index + 1} bytes`, from, ns));
  });
  return { link: (cable) => linkAt(run, cable, from, ns), node: (name) => nodeAt(run, name, ns, { from, lost, again, received }) };
}

function linkAt(run, cable, from, ns) {
  const wrong = run.wrong(cable.name, ns);
  const ways = [0, 1].map((way) => directionAt(run, cable, way, from, ns));
  const said = ways.map(({ load, queued }, way) => `${[cable.a, cable.b][way][0]} sends ${rate(load * cable.rate_bps)}, queue ${bytes(queued)}`);
  return {
    loads: ways.map(({ load }) => load), ports: ways, wrong,
    tip: `${cable.name}: ${said.join("; ")}${wrong ? `; ${wrong}` : ""}`,
  };
}

function nodeAt(run, name, ns, { from, lost, again, received }) {
  const wrong = run.wrong(name, ns);
  const [gone, resent] = [lost.get(name), again.get(name)];
  const said = [name, wrong, gone ? `${gone} frames lost here` : "", resent ? `${resent} packets sent again` : ""];
  const into = ns > from ? ((received.get(name) ?? 0) * 8e9) / (ns - from) : 0;
  return {
    wrong, tip: said.filter(Boolean).join("; "),
    badge: gone ? `✕${gone}` : resent ? `↻${resent}` : "", look: gone ? "lost" : "again",
    below: run.planes.has(name) ? "" : `↓ ${rate(into)}`,
  };
}

/** Number the packets, and settle how each is drawn. */
export function prepare(run) {
  const indexes = new Map(run.fabric.links.map((link, index) => [link.name, index]));
  run.packets.forEach((packet, number) => {
    const fate = packet.to === null ? "lost" : packet.trimmed_ns !== null ? "trimmed" : "";
    const crossed = packet.hops.map((hop) => run.fabric.links[indexes.get(hop.link)]).find(Boolean);
    Object.assign(packet, { number, look: lookOf(packet.kind, fate), plane: crossed && run.planeOf(crossed.b) });
  });
  run.linkOf = (name) => run.fabric.links[indexes.get(name)];
}

/** The packets that are somewhere at a time, as the viewer's fabric takes them. */
export function packetsAt(run, ns, chosen) {
  return run.packets.flatMap((packet) => {
    const place = placeAt(run, packet, ns);
    const tip = `${packet.kind} ${packet.text}: ${packet.fate}`;
    return place ? [{ number: packet.number, plane: packet.plane, look: packet.look, chosen: packet === chosen, tip, ...place }] : [];
  });
}

function placeAt(run, { hops, born_ns: born, end_ns: end, to }, ns) {
  const lingers = Math.max(1500, (end - born) / 2); // a lost packet is seen for a while where it was lost
  if (ns < born || ns > end + (to ? 0 : lingers)) return null;
  const index = Math.max(0, hops.findLastIndex((hop) => hop.at_ns <= ns));
  const [hop, next] = [hops[index], hops[index + 1]];
  const link = run.linkOf(hop.link);
  if (!link || hop.left_ns === null) return { node: hop.node, gone: ns > end };
  if (ns < hop.left_ns) return { node: hop.node, gone: false };
  const arrives = next ? next.at_ns : hop.left_ns + link.delay_ns + (hop.out_size * 8e9) / link.rate_bps;
  const share = Math.min(1, (ns - hop.left_ns) / Math.max(1, arrives - hop.left_ns));
  return { link: hop.link, share: link.a === hop.node ? share : 1 - share, gone: !next && share === 1 };
}

/** The strips of a run; those in which nothing ever happens are left out. */
export function stripsOf(run) {
  const { planes, top, counts, out } = run.series;
  const some = (levels) => levels.some((values) => values.some(Boolean));
  const names = [["trimmed", "warn"], ["sent again", "s3"], ["lost", "bad"]];
  const most = (values, top) => `${sum(values)}, ${top} at most`;
  return [
    { kind: "marks", series: [] },
    {
      title: `into receivers, by plane (at most ${rate(top)})`, kind: "lines", top, clipped: true,
      series: planes.map((_, plane) => ({ name: planes.length <= 8 ? `plane ${plane}` : "", role: `s${plane % 8}` })),
      values: ({ level, bin, begin, end }) => planes.map((line) => (line[level][bin] * 8e9) / (end - begin || 1)),
      shortest: (stretch) => Math.max(SHORTEST_NS, stretch / 100), text: (values) => rate(sum(values)),
    },
    ...(counts.some(some) ? [{
      title: "frames", kind: "bars", top: 1, series: names.map(([name, role]) => ({ name, role })),
      values: ({ level, bin }) => counts.map((count) => count[level][bin]), text: most,
    }] : []),
    ...(some(out) ? [{
      title: "EVs out of use", kind: "area", top: 1, series: [{ role: "bad" }],
      values: ({ level, bin }) => [out[level][bin]], text: most,
    }] : []),
  ];
}

/** A stretch of a run, as the viewer's strips take it. */
export function stretchAt(run, { from, to }, ns, chosen) {
  const spans = run.faultSpans.map((span) => ({ from: span.from, to: span.to, text: `${short(span.target)} ${span.state}` }));
  const marks = run.packets.map((packet) => ({ at: packet.born_ns, role: roleOf(packet.look), tall: packet === chosen }));
  const events = [
    ...spans.map((span) => ({ at: span.from, role: "bad", text: span.text })),
    ...run.packets.map((packet) => ({ at: packet.born_ns, text: `${packet.kind} ${packet.text}`, line: false })),
  ];
  const close = run.close.map((level) => ({ from: level.from_ns, to: level.end_ns }));
  const ticks = (parts) => {
    const step = roundStep(to - from, parts);
    const places = step < 1000 ? Math.max(0, -Math.floor(Math.log10(step / 1000))) : 0;
    const first = Math.ceil(from / step);
    return Array.from({ length: Math.max(0, Math.floor(to / step) - first + 1) }, (_, place) => {
      const at = (first + place) * step;
      return { at, text: `${(at / 1000).toFixed(places)} µs` };
    });
  };
  return { from, to, cursor: ns, bins: run.bins, spans, marks, events, close, ticks };
}
