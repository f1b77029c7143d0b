// SPDX-License-Identifier: Apache-2.0
// Cards of the timeline: a packet's way with what each switch did, a link or a node in numbers, each flow.

import { button, html } from "../viewer/elements.js";
import { EV_STATES, flowHead } from "../viewer/flows.js";
import { kindBadge, layerList } from "../viewer/packets.js";
import { bytes, exactTime, rate, sum } from "../viewer/units.js";
import { directionAt } from "./states.js";

const MOST_FLOWS = 60;
const SHORTEST_NS = 5000; // of a flow's mean rate

/** Fill the card of a packet; `act` has goto(ns), choose(number) and close(). */
export function packetCard(root, run, packet, act) {
  const same = (each) => each !== packet && each.from === packet.from && each.psn && each.psn.join() === packet.psn.join();
  const others = packet.psn === null ? [] : run.packets.filter(same);
  const links = others.map((each) => textButton(`${each.kind} at ${exactTime(each.born_ns)}`, () => act.choose(each.number)));
  root.replaceChildren(
    closeButton(act.close),
    html("h3", {}, kindBadge(packet.kind, packet.look), ` ${packet.from} → ${packet.to ?? "nowhere"}`),
    html("p", {}, `${packet.text}. ${packet.fate[0].toUpperCase()}${packet.fate.slice(1)}.`),
    ...(links.length ? [html("p", { className: "small" }, "The same part of the message: ", ...links)] : []),
    html("ol", { className: "hops" }, ...packet.hops.map((hop, index) => hopItem(run, packet, hop, index, act.goto))),
    frame("The frame as it was sent", packet.sent),
    ...(packet.last.length ? [frame("The frame as it was last seen", packet.last)] : []),
  );
  root.dataset.packet = packet.number;
}

function closeButton(close) {
  return button("×", close, { className: "close", title: "close (esc)" });
}

function textButton(text, act) {
  return button(text, act, { className: "link" });
}

function hopItem(run, packet, hop, index, goto) {
  const item = html("li", {});
  item.dataset.hop = hop.node;
  item.append(
    html("p", { className: "head" }, html("b", {}, hop.node), " ", textButton(exactTime(hop.at_ns), () => goto(hop.at_ns))),
    html("p", { className: "small" }, hopText(packet, hop, index)),
  );
  if (hop.destination) item.append(html("p", { className: "small soft" }, "destination ", html("code", {}, hop.destination)));
  if (hop.trace.length) item.append(traceOf(run, hop));
  return item;
}

function hopText(packet, hop, index) {
  const said = hop.port === null ? [] : [`in by port ${hop.port}, ${hop.size} B`];
  if (hop.out_port !== null && hop.left_ns === null) said.push(`meant for port ${hop.out_port}, never left`);
  else if (hop.out_port !== null) {
    const waited = hop.left_ns > hop.at_ns && index ? ` after ${hop.left_ns - hop.at_ns} ns in the queue` : "";
    said.push(`out by port ${hop.out_port}${waited},${hop.out_size < hop.size ? ` ✂ cut to ${hop.out_size} B` : ` ${hop.out_size} B`}`);
  } else if (index && index === packet.hops.length - 1 && packet.to === null) said.push("✕ goes no further");
  return said.join("; ");
}

function traceOf(run, hop) {
  const lines = hop.trace.map((number) => run.lines[number]);
  const [text, all] = [html("pre", {}), html("input", { type: "checkbox" })];
  const show = () => (text.textContent = lines.filter(([first]) => first || all.checked).map(([, line]) => line).join("\n"));
  all.addEventListener("change", show);
  const details = html("details", {}, html("summary", {}, `what ${hop.node} did`), html("label", { className: "small" }, all, ` all ${lines.length} steps`), text);
  details.addEventListener("toggle", show, { once: true });
  return details;
}

function frame(title, layers) {
  const named = layers.map(([label, gist, fields]) => ({ label, gist, fields: fields.map(([name, value, note]) => ({ name, value, note })) }));
  return html("details", { className: "frame" }, html("summary", {}, title), ...layerList(named));
}

/** Fill the card of a link, a switch or a NIC. */
export function thingCard(root, run, what, ns, glow, close) {
  const rows = what.kind === "link" ? linkRows(run, what.name, ns, glow) : nodeRows(run, what.name, ns, glow);
  const wrong = run.wrong(what.name, ns);
  root.replaceChildren(closeButton(close), html("h3", {}, what.name), ...(wrong ? [html("p", { className: "no" }, wrong)] : []),
    html("table", {}, ...rows.map((row) => html("tr", {}, ...row.map((cell) => html("td", {}, String(cell)))))));
  root.dataset.name = what.name;
}

function indexed(run) {
  return run.fabric.links.map((link, index) => ({ ...link, index }));
}

function linkRows(run, name, ns, glow) {
  const link = indexed(run).find((each) => each.name === name);
  return [["", "load", "queue", "trims so far", "lost so far"], ...[0, 1].map((way) => {
    const { load, queued } = directionAt(run, link, way, Math.max(0, ns - glow), ns);
    const total = (count) => Math.round(run.count(`direction ${2 * link.index + way} ${count}`, 0, ns));
    return [`${way ? link.b : link.a} → ${way ? link.a : link.b}`, rate(load * link.rate_bps), bytes(queued), total("trims"), total("lost")];
  })];
}

function nodeRows(run, name, ns, glow) {
  const rows = indexed(run).filter((link) => link.a === name || link.b === name).map((link) => {
    const sends = link.a === name ? 0 : 1;
    const [out, back] = [sends, 1 - sends].map((way) => directionAt(run, link, way, Math.max(0, ns - glow), ns));
    return [sends ? link.a : link.b, rate(out.load * link.rate_bps), rate(back.load * link.rate_bps), bytes(out.queued), out.trimmed];
  });
  const index = run.fabric.switches.findIndex((each) => each.name === name);
  const lost = Math.round(run.count(`switch ${index} blackholed`, 0, ns) + run.count(`switch ${index} dropped`, 0, ns));
  return [["to", "sends", "gets", "queue", "trims"], ...rows, ...(index < 0 ? [] : [["lost here so far", lost]])];
}

/** The path of an EV by its highest switch; the EV where switches choose the path by a hash. */
export function wayOf({ ev, path }) {
  return path.length % 2 && path[0] !== "hashed" ? `path by ${path[path.length >> 1]}` : `EV ${ev.toString(16)}`;
}

/** A card for each flow. Returns a function that shows a time. */
export function flowCards(root, run) {
  const cards = run.flows.slice(0, MOST_FLOWS).map((flow, index) => {
    const head = flowHead(flow.name);
    const parts = Object.keys(EV_STATES).map((state) => html("span", { className: state }));
    const [evs, out] = [html("div", { className: "evs" }, ...parts), html("p", { className: "small out" })];
    evs.dataset.flow = index;
    root.append(html("div", { className: "flow" }, ...head.elements, evs, out));
    return { flow, index, head, parts, evs, out };
  });
  if (run.flows.length > MOST_FLOWS) root.append(html("p", { className: "soft small" }, `The first ${MOST_FLOWS} of ${run.flows.length}; what all of them did is above.`));
  return (ns, glow) => cards.forEach((card) => showFlow(run, card, ns, glow));
}

function showFlow(run, { flow, index, head, parts, evs, out }, ns, glow) {
  head.show(run.placedAt(index, ns) / flow.bytes, paceOf(run, flow, index, ns, glow));
  const counts = Object.keys(EV_STATES).map((state) => run.value(`flow ${index} ${state}`, ns));
  evs.hidden = !sum(counts);
  parts.forEach((part, place) => {
    part.style.flexGrow = counts[place];
    part.textContent = counts[place] || "";
    part.hidden = !counts[place];
  });
  const gone = run.outAt(index, ns);
  const named = gone.slice(0, 2).map((change) => `${wayOf(change)} ${change.to.replace("_", " ")} since ${exactTime(change.at_ns)} (${change.reason})`);
  out.textContent = named.join("; ") + (gone.length > 2 ? ` and ${gone.length - 2} more` : "");
}

function paceOf(run, flow, index, ns, glow) {
  if (flow.completed_ns !== null && ns >= flow.completed_ns) return `done at ${exactTime(flow.completed_ns)}`;
  if (ns < flow.post_ns) return "not posted";
  const from = Math.max(0, ns - Math.max(glow, SHORTEST_NS));
  const now = rate(ns > from ? (run.count(`flow ${index} placed`, from, ns) * 8e9) / (ns - from) : 0);
  return flow.fair_share_gbps === null ? now : `${now} of ${rate(flow.fair_share_gbps * 1e9)}`;
}
