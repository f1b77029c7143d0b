// SPDX-License-Identifier: Apache-2.0
// The packets that were kept: a list, and the way of the one that is chosen, with what each switch did.

const LOOKS = { data: "s0", retransmission: "s3", trimmed: "warn", lost: "bad", nack: "s4", sack: "s2" };

/** Number packets, and say how each is drawn. */
function prepare(packets) {
  packets.forEach((packet, number) => {
    packet.number = number;
    packet.look = packet.to === null ? "lost" : packet.trimmed_ns !== null ? "trimmed" : packet.kind;
    packet.colour = LOOKS[packet.look] ?? "soft";
  });
}

/** The list, under what happened around each. */
function packetList(root, run, choose) {
  const rows = run.packets.map((packet) => {
    const row = html("button", { type: "button", className: "row" },
      html("span", { className: "when" }, time(packet.born_ns)), badge(packet),
      html("span", { className: "ends" }, `${packet.from} → ${packet.to ?? "✕"}`), html("span", { className: "soft what" }, packet.text));
    row.dataset.packet = packet.number;
    row.title = packet.fate;
    row.addEventListener("click", () => choose({ kind: "packet", packet }));
    return row;
  });
  let level = null;
  run.packets.forEach((packet, number) => {
    const here = run.close.find((each) => packet.born_ns < each.end_ns) ?? null;
    if (here !== level && here) root.append(html("h3", {}, here.reasons.join(", ")));
    level = here;
    root.append(rows[number]);
  });
  if (!rows.length) root.append(html("p", { className: "soft" }, "None."));
  return (ns, chosen) => rows.forEach((row, number) => {
    const packet = run.packets[number];
    row.classList.toggle("alive", packet.born_ns <= ns && ns <= packet.end_ns);
    row.classList.toggle("chosen", packet === chosen);
  });
}

function badge(packet) {
  const made = html("span", { className: "kind" }, packet.look === packet.kind ? packet.kind.replaceAll("_", " ") : `${packet.kind.replaceAll("_", " ")}, ${packet.look}`);
  made.style.setProperty("--colour", `var(--${packet.colour})`);
  return made;
}

/** The card of a packet. */
function packetCard(root, run, packet, { goto, choose, close }) {
  const others = packet.psn === null ? [] : run.packets.filter((each) => each !== packet && each.from === packet.from && each.psn && each.psn.join() === packet.psn.join());
  root.replaceChildren(
    closing(close),
    html("h3", {}, badge(packet), ` ${packet.from} → ${packet.to ?? "nowhere"}`),
    html("p", {}, `${packet.text}. ${packet.fate[0].toUpperCase()}${packet.fate.slice(1)}.`),
    ...(others.length ? [html("p", { className: "small" }, "The same part of the message: ", ...others.map((each) => link(`${each.kind} at ${time(each.born_ns)}`, () => choose({ kind: "packet", packet: each }))))] : []),
    html("ol", { className: "hops" }, ...packet.hops.map((hop, index) => hopItem(run, packet, hop, index, goto))),
    fields("The frame as it was sent", packet.sent),
    ...(packet.last.length ? [fields("The frame as it was last seen", packet.last)] : []),
  );
  root.dataset.packet = packet.number;
  root.hidden = false;
}

function closing(close) {
  const button = html("button", { type: "button", className: "close", title: "close (esc)" }, "×");
  button.addEventListener("click", close);
  return button;
}

function link(text, act) {
  const button = html("button", { type: "button", className: "link" }, text);
  button.addEventListener("click", act);
  return button;
}

function hopItem(run, packet, hop, index, goto) {
  const item = html("li", {});
  item.dataset.hop = hop.node;
  const head = html("p", { className: "head" }, html("b", {}, hop.node), " ", link(time(hop.at_ns), () => goto(hop.at_ns)));
  const said = [];
  if (hop.port !== null) said.push(`in by port ${hop.port}, ${hop.size} B`);
  if (hop.out_port !== null) {
    const waited = hop.left_ns === null ? "" : hop.left_ns - hop.at_ns > 0 && index ? ` after ${hop.left_ns - hop.at_ns} ns in the queue` : "";
    const cut = hop.out_size < hop.size ? ` ✂ cut to ${hop.out_size} B` : ` ${hop.out_size} B`;
    said.push(hop.left_ns === null ? `meant for port ${hop.out_port}, never left` : `out by port ${hop.out_port}${waited},${cut}`);
  } else if (index && index === packet.hops.length - 1 && packet.to === null) said.push("✕ goes no further");
  item.append(head, html("p", { className: "small" }, said.join("; ")));
  if (hop.destination) item.append(html("p", { className: "small soft" }, "destination ", html("code", {}, hop.destination)));
  if (hop.trace.length) item.append(traceOf(run, hop));
  return item;
}

function traceOf(run, hop) {
  const lines = hop.trace.map((number) => run.lines[number]);
  const text = html("pre", {});
  const all = html("input", { type: "checkbox" });
  const show = () => (text.textContent = lines.filter(([first]) => first || all.checked).map(([, line]) => line).join("\n"));
  all.addEventListener("change", show);
  const details = html("details", {}, html("summary", {}, `what ${hop.node} did`), html("label", { className: "small" }, all, ` all ${lines.length} steps`), text);
  details.addEventListener("toggle", show, { once: true });
  return details;
}

function fields(title, layers) {
  const parts = layers.map(([label, gist, list]) =>
    html("details", { className: "layer" }, html("summary", {}, html("b", {}, label), ` ${gist}`),
      html("table", {}, ...list.map(([name, value, note]) => html("tr", {}, html("td", {}, name), html("td", {}, html("code", {}, value), note ? ` (${note})` : ""))))));
  return html("details", { className: "frame" }, html("summary", {}, title), ...parts);
}
