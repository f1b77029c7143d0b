// SPDX-License-Identifier: Apache-2.0
// The packet inspector: what crosses a link now, and every field of one frame beside its bytes.

import { html, post } from "./tools.js";

const LINE = 16; // bytes of a line of hex

export class Packets {
  constructor() {
    this.about = document.getElementById("about-packets");
    this.list = document.getElementById("frames");
    this.detail = document.getElementById("frame");
    this.link = null;
  }

  /** A link was chosen, or something else. */
  choose(link) {
    this.link = link;
    if (link && !this.list.childElementCount) this.about.textContent = `${link}: press “Look at packets”.`;
  }

  /** Take frames off a link and show them. */
  async look(link) {
    this.about.textContent = `${link}: taking frames for up to four seconds …`;
    this.list.replaceChildren();
    this.detail.replaceChildren();
    try {
      const { frames } = await post("frames", { link });
      this.about.textContent = frames.length ? `${link}: ${frames.length} frames` : `${link}: nothing crossed it.`;
      if (frames.length) this.show(frames);
    } catch (problem) {
      this.about.textContent = problem.message;
    }
  }

  show(frames) {
    const began = frames[0].time_ns;
    const head = ["µs", "way", "packet", "", "bytes"].map((text) => html("th", {}, text));
    const rows = frames.map((frame) => {
      const row = html(
        "tr",
        { tabIndex: 0, className: frame.mark },
        html("td", { className: "n" }, ((frame.time_ns - began) / 1e3).toFixed(2)),
        html("td", { className: "way" }, frame.way.replace(">", " → ")),
        html("td", {}, html("b", {}, frame.kind), frame.mark ? html("em", {}, ` ${frame.mark}`) : ""),
        html("td", { className: "what soft" }, frame.what),
        html("td", { className: "n" }, String(frame.length)),
      );
      const open = () => this.open(frame, row);
      row.addEventListener("click", open);
      row.addEventListener("keydown", (event) => event.key === "Enter" && open());
      return row;
    });
    const table = html("table", {}, html("thead", {}, html("tr", {}, ...head)), html("tbody", {}, ...rows));
    this.list.replaceChildren(table);
    this.open(frames[0], rows[0]);
  }

  open(frame, row) {
    for (const other of this.list.querySelectorAll(".chosen")) other.classList.remove("chosen");
    row.classList.add("chosen");
    const spans = hex(frame.head);
    const open = frame.layers.find((layer) => layer.label === "BTH") ?? frame.layers.at(-1);
    const layers = frame.layers.map((layer, number) => {
      const fields = layer.fields.map((field) => {
        const note = field.note ? html("em", {}, ` ${field.note}`) : "";
        const line = html("tr", {}, html("td", {}, field.name), html("td", {}, html("code", {}, field.value), note));
        const light = (on) => spans.slice(field.start, field.stop).forEach((span) => span.classList.toggle("lit", on));
        line.addEventListener("pointerenter", () => light(true));
        line.addEventListener("pointerleave", () => light(false));
        return line;
      });
      const summary = html("summary", {}, html("b", {}, layer.label), ` ${layer.gist}`);
      for (const span of spans.slice(layer.start, layer.stop)) span.classList.add(`k${number % 2}`);
      return html("details", { open: layer === open }, summary, html("table", {}, ...fields));
    });
    const lines = [];
    for (let at = 0; at < spans.length; at += LINE)
      lines.push(html("span", { className: "at" }, at.toString(16).padStart(4, "0")), ...spans.slice(at, at + LINE), "\n");
    if (frame.length > spans.length) lines.push(`… ${frame.length - spans.length} more bytes`);
    this.detail.replaceChildren(html("div", { className: "layers" }, ...layers), html("pre", {}, ...lines));
  }
}

function hex(text) {
  return (text.match(/../g) ?? []).map((byte) => html("span", {}, ` ${byte}`));
}
