// SPDX-License-Identifier: Apache-2.0
// Packets: how each kind looks, a list of them, and one frame field by field, with its bytes if they are known.

import { html } from "./elements.js";

const ROLES = { data: "s0", retransmission: "s3", trimmed: "warn", marked: "s1", lost: "bad", nack: "s4", sack: "s2" };
const LINE = 16; // bytes of a line of hex

/** How a packet is drawn: by what became of it, or else by what it is. */
export function lookOf(kind, fate = "") {
  if (fate in ROLES) return fate;
  const name = kind.toLowerCase();
  if (name in ROLES) return name;
  return /^(write|send|read_response)/.test(name) ? "data" : "other";
}

/** The name of a look's colour. */
export function roleOf(look) {
  return ROLES[look] ?? "soft";
}

/** The kind of a packet and what became of it, in its colour. */
export function kindBadge(kind, look) {
  const name = kind.replaceAll("_", " ");
  const made = html("span", { className: "kind" }, ["trimmed", "lost", "marked"].includes(look) ? `${name}, ${look}` : name);
  made.style.setProperty("--colour", `var(--${roleOf(look)})`);
  return made;
}

/**
 * A list of packets: { number, when, kind, look, ends, text, tip, heading }, a heading before the first of those that
 * have it. Returns a function that shows which are alive (a predicate by number), and which one is chosen.
 */
export function packetList(root, packets, choose) {
  let heading = null;
  const rows = packets.map((packet) => {
    if (packet.heading && packet.heading !== heading) root.append(html("h3", {}, packet.heading));
    heading = packet.heading;
    const row = html("button", { type: "button", className: "row", title: packet.tip ?? "" },
      html("span", { className: "when" }, packet.when), kindBadge(packet.kind, packet.look),
      html("span", { className: "ends" }, packet.ends), html("span", { className: "soft what" }, packet.text));
    row.dataset.packet = packet.number;
    row.addEventListener("click", () => choose(packet.number));
    root.append(row);
    return [packet.number, row];
  });
  if (!rows.length) root.append(html("p", { className: "soft" }, "None."));
  return (chosen, alive = () => false) => {
    for (const [number, row] of rows) {
      row.classList.toggle("alive", alive(number));
      row.classList.toggle("chosen", number === chosen);
    }
  };
}

/**
 * The layers of a frame: { label, gist, fields: [{ name, value, note }] }. `open` says which begins open; `touch` is
 * called with a field and whether the pointer is on it.
 */
export function layerList(layers, { open = () => false, touch = null } = {}) {
  return layers.map((layer) => {
    const fields = layer.fields.map((field) => {
      const note = field.note ? html("em", {}, ` (${field.note})`) : "";
      const line = html("tr", {}, html("td", {}, field.name), html("td", {}, html("code", {}, field.value), note));
      if (touch) for (const [event, on] of [["pointerenter", true], ["pointerleave", false]]) line.addEventListener(event, () => touch(field, on));
      return line;
    });
    return html("details", { className: "layer", open: open(layer) }, html("summary", {}, html("b", {}, layer.label), ` ${layer.gist}`), html("table", {}, ...fields));
  });
}

/** A frame field by field, next to its bytes: layers and fields with `start` and `stop`, `head` in hex, `length`. */
export function frameView({ layers, head, length }) {
  const spans = (head.match(/../g) ?? []).map((byte) => html("span", {}, ` ${byte}`));
  layers.forEach((layer, number) => {
    for (const span of spans.slice(layer.start, layer.stop)) span.classList.add(`k${number % 2}`);
  });
  const lines = [];
  for (let at = 0; at < spans.length; at += LINE)
    lines.push(html("span", { className: "at" }, at.toString(16).padStart(4, "0")), ...spans.slice(at, at + LINE), "\n");
  if (length > spans.length) lines.push(`… ${length - spans.length} more bytes`);
  const first = layers.find((layer) => layer.label === "BTH") ?? layers.at(-1);
  const touch = (field, on) => spans.slice(field.start, field.stop).forEach((span) => span.classList.toggle("lit", on));
  return [html("div", { className: "layers" }, ...layerList(layers, { open: (layer) => layer === first, touch })), html("pre", { className: "hex" }, ...lines)];
}
