// SPDX-License-Identifier: Apache-2.0
// Strips of time, one below another or in columns: lines, stacked bars and areas over one axis, with what happened.
//
// A strip is { title, kind, series: [{ name, role }], top, text, values }: `kind` is lines, bars or area; `role` names
// a colour of the theme; `top` is the least height of the scale; `values(bin)` gives a number for each series, or null
// where there is none; `text(values)` writes those at the cursor. A strip of kind marks shows the marks instead.

import { html } from "./elements.js";
import { explained } from "./terms.js";
import { sum } from "./units.js";

const HEIGHT = 46; // pixels of a strip
const MARKS = 30; // pixels of a strip of marks
const AXIS = 14; // pixels of the numbers below a strip
const NARROWEST = 2.5; // pixels of a bar
const WIDEST = 10;
const LABEL = 68; // pixels between two numbers of the axis, at least
const REACH = 4; // pixels from the pointer to something that it asks about

export class Strips {
  /** `move` is called with the place on the axis that somebody points at; `axis` says which strips have numbers. */
  constructor(root, strips, move, { axis = "each" } = {}) {
    this.root = root;
    this.move = move;
    this.strips = strips.map((strip, index) => made(strip, axis === "each" || index === strips.length - 1));
    root.classList.add("strips");
    root.append(...this.strips.map((strip) => strip.figure));
    this.last = null;
    this.point();
    const again = () => this.last && this.draw(this.last);
    new ResizeObserver(again).observe(root);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
  }

  point() {
    let held = null;
    const move = (event) => this.last && this.move(this.placeAt(event));
    this.root.addEventListener("pointerdown", (event) => {
      held = event.pointerId;
      this.root.setPointerCapture(held);
      move(event);
    });
    this.root.addEventListener("pointermove", (event) => {
      if (held === event.pointerId) move(event);
      else if (this.last) this.root.title = this.textAt(event);
    });
    for (const end of ["pointerup", "pointercancel"]) this.root.addEventListener(end, () => (held = null));
  }

  /** The canvas that an event is over, or else the one whose column it is in. */
  canvasOf(event) {
    const under = event.target.closest?.("figure")?.querySelector("canvas");
    if (under) return under;
    const over = this.strips.find(({ canvas }) => {
      const box = canvas.getBoundingClientRect();
      return box.left <= event.clientX && event.clientX <= box.right && event.clientY <= box.bottom;
    });
    return (over ?? this.strips[0]).canvas;
  }

  placeAt(event) {
    const { from, to } = this.last;
    const box = this.canvasOf(event).getBoundingClientRect();
    return from + Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)) * (to - from);
  }

  /** The texts of the events under the pointer. */
  textAt(event) {
    const { from, to, events = [] } = this.last;
    const reach = (REACH * (to - from)) / this.canvasOf(event).clientWidth;
    const here = this.placeAt(event);
    return events.filter((each) => Math.abs(each.at - here) < reach).map((each) => each.text).join("\n");
  }

  /**
   * Draw the stretch between `from` and `to`: { from, to, cursor, bins: [{ begin, end }], ticks: [{ at, text }], spans:
   * [{ from, to, text }] when something was wrong, events: [{ at, role, text }], gaps: [at] where time is missing,
   * marks: [{ at, role, tall }], close: [{ from, to }] of which there is more to see }.
   */
  draw(shown) {
    this.last = shown;
    const style = getComputedStyle(document.documentElement);
    const colours = new Map();
    const colour = (role) => colours.get(role) ?? colours.set(role, style.getPropertyValue(`--${role}`).trim()).get(role);
    const bins = shown.bins.filter((bin) => bin.end >= shown.from && bin.begin <= shown.to);
    for (const strip of this.strips) {
      const pen = new Pen(strip, shown, colour);
      pen.spans(strip.kind === "marks");
      if (strip.kind === "marks") pen.marks();
      else {
        const seen = bins.map((bin) => ({ ...bin, values: strip.values(bin) }));
        const { top, now } = pen[strip.kind](seen);
        strip.value.textContent = now ? strip.text(now, top) : "";
      }
      pen.rest();
    }
  }
}

/** The strip with its elements. */
function made(strip, axis) {
  const value = html("b");
  const names = html("span", { className: "names" }, ...strip.series.filter(({ name }) => name).map(({ name, role }) => {
    const part = html("i", {}, ...explained(name));
    part.style.setProperty("--colour", `var(--${role})`);
    return part;
  }));
  const canvas = html("canvas");
  canvas.style.height = `${(strip.kind === "marks" ? MARKS : HEIGHT) + (axis ? AXIS : 0)}px`;
  const caption = strip.title ? [html("figcaption", {}, html("span", {}, ...explained(strip.title)), names, value)] : [];
  return { ...strip, axis, value, canvas, figure: html("figure", {}, ...caption, canvas) };
}

/** Draws one strip. */
class Pen {
  constructor(strip, shown, colour) {
    const { canvas } = strip;
    const scale = devicePixelRatio || 1;
    this.strip = strip;
    this.shown = shown;
    this.colour = colour;
    [this.width, this.tall] = [canvas.clientWidth, strip.kind === "marks" ? MARKS : HEIGHT];
    const [width, height] = [this.width, canvas.clientHeight].map((each) => Math.max(1, Math.round(each * scale)));
    if (canvas.width !== width || canvas.height !== height) [canvas.width, canvas.height] = [width, height];
    const pen = (this.pen = canvas.getContext("2d"));
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, this.width, canvas.clientHeight);
    pen.font = "11px system-ui, sans-serif";
    pen.fillStyle = colour("panel");
    if (strip.kind !== "marks") pen.fillRect(0, 0, this.width, this.tall);
  }

  x(at) {
    const { from, to } = this.shown;
    return ((at - from) / (to - from || 1)) * this.width;
  }

  /** When something was wrong, shaded; what, where there is room for words. */
  spans(words) {
    const { pen, shown } = this;
    pen.fillStyle = this.colour("bad");
    pen.globalAlpha = 0.1;
    for (const [from, to] of joined(shown.spans ?? [])) {
      const [begin, end] = [Math.max(0, this.x(from)), Math.min(this.width, this.x(to))];
      if (end > begin) pen.fillRect(begin, 0, end - begin, this.tall);
    }
    pen.globalAlpha = 1;
    const reached = [-1, -1]; // pixels, of two rows of words
    for (const span of words ? (shown.spans ?? []) : []) {
      if (span.to < shown.from || span.from > shown.to) continue;
      const begin = Math.max(0, this.x(span.from));
      pen.fillRect(this.x(span.from), 0, 1, this.tall);
      const row = reached[0] < begin ? 0 : 1;
      const room = pen.measureText(span.text).width + 8;
      if (reached[row] >= begin) continue;
      const at = Math.max(2, Math.min(begin + 3, this.width - room));
      pen.fillText(span.text, at, 10 + 11 * row);
      reached[row] = at + room;
    }
  }

  marks() {
    const { pen, shown } = this;
    pen.fillStyle = this.colour("line");
    for (const { from, to } of shown.close ?? []) pen.fillRect(this.x(from), MARKS - 6, Math.max(2, this.x(to) - this.x(from)), 3);
    for (const { at, role, tall } of shown.marks ?? []) {
      pen.fillStyle = this.colour(role);
      pen.fillRect(this.x(at) - 0.75, MARKS - (tall ? 11 : 8), 1.5, tall ? 11 : 6);
    }
  }

  // Each kind of drawing returns the values at the cursor (`now`), and the highest of all (`top`).

  /** The bin that the cursor is in. */
  at(bins) {
    return bins.findLast((bin) => bin.begin <= this.shown.cursor) ?? bins[0];
  }

  /** A line for each series, in steps: over bins that are too short to be seen, their mean. */
  lines(bins) {
    const { pen, strip, shown } = this;
    const top = Math.max(strip.top, ...bins.flatMap((bin) => (strip.clipped ? [] : bin.values)));
    const shortest = strip.shortest?.(shown.to - shown.from) ?? 0;
    const now = this.at(bins)?.values.slice();
    strip.series.forEach(({ role }, series) => {
      pen.strokeStyle = this.colour(role);
      pen.lineWidth = 1.4;
      pen.beginPath();
      let [total, since, first] = [0, null, true];
      for (const { begin, end, values } of bins) {
        since ??= begin;
        total += values[series] * (end - begin);
        if (end !== bins.at(-1).end && (this.x(end) - this.x(since) < 1.5 || end - since < shortest)) continue;
        const mean = end > since ? total / (end - since) : values[series];
        if (since <= shown.cursor && shown.cursor < end) now[series] = mean;
        const y = this.y(mean, top);
        if (first) pen.moveTo(this.x(since), y);
        pen.lineTo(this.x(since), y);
        pen.lineTo(this.x(end), y);
        [total, since, first] = [0, null, false];
      }
      pen.stroke();
    });
    return { top, now };
  }

  /** Stacked bars; those of bins that are too short to be seen are added up. */
  bars(bins) {
    const { pen, strip } = this;
    const stacks = new Map(); // by pixel: how wide, and the counts
    for (const { begin, end, values } of bins) {
      const wide = this.x(end) - this.x(begin);
      const pixel = wide < NARROWEST + 0.5 ? Math.floor(this.x(begin) / 3) * 3 : this.x(begin);
      const stack = stacks.get(pixel) ?? { wide: Math.min(WIDEST, Math.max(NARROWEST, wide - 0.8)), values: strip.series.map(() => 0) };
      values.forEach((value, series) => (stack.values[series] += value));
      stacks.set(pixel, stack);
    }
    const most = Math.max(0, ...[...stacks.values()].map(({ values }) => sum(values)));
    for (const [pixel, { wide, values }] of stacks) {
      let base = HEIGHT;
      strip.series.forEach(({ role }, series) => {
        const tall = ((HEIGHT - 2) * values[series]) / Math.max(strip.top, most);
        pen.fillStyle = this.colour(role);
        pen.fillRect(pixel, base - tall, wide, tall);
        base -= tall;
      });
    }
    return { top: most, now: this.at(bins)?.values };
  }

  /** The first series as an area, with holes where it has no value. */
  area(bins) {
    const { pen, strip } = this;
    const top = Math.max(strip.top, ...bins.map((bin) => bin.values[0] ?? 0));
    pen.fillStyle = pen.strokeStyle = this.colour(strip.series[0].role);
    pen.lineWidth = 1.4;
    let before = null;
    pen.beginPath();
    for (const { begin, end, values: [value] } of bins) {
      if (value === null) {
        before = null;
        continue;
      }
      const [left, right, y] = [Math.round(this.x(begin)), Math.round(this.x(end)), this.y(value, top)];
      pen.globalAlpha = 0.28;
      pen.fillRect(left, y, right - left, HEIGHT - y);
      pen.globalAlpha = 1;
      if (before === null) pen.moveTo(left, y);
      pen.lineTo(left, y);
      pen.lineTo(right, y);
      before = value;
    }
    pen.stroke();
    return { top: Math.max(0, ...bins.map((bin) => bin.values[0] ?? 0)), now: this.at(bins)?.values };
  }

  y(value, top) {
    return HEIGHT - 1 - Math.min(1.02, value / top) * (HEIGHT - 6);
  }

  /** What every strip has: its floor, gaps, events, the axis, the cursor. */
  rest() {
    const { pen, shown, tall } = this;
    const line = (at, role, from = 0, to = tall) => {
      pen.fillStyle = this.colour(role);
      pen.fillRect(this.x(at) - 0.5, from, 1, to - from);
    };
    pen.fillStyle = this.colour("line");
    if (this.strip.kind !== "marks") pen.fillRect(0, tall - 1, this.width, 1);
    for (const at of shown.gaps ?? []) for (let y = 0; y < tall; y += 5) line(at, "soft", y, y + 2);
    for (const { at, role, line: drawn = true } of shown.events ?? []) if (drawn) line(at, role);
    if (this.strip.axis) this.axis();
    pen.fillStyle = this.colour("ink");
    pen.fillRect(this.x(shown.cursor) - 0.75, 0, 1.5, tall);
  }

  axis() {
    const { pen, shown } = this;
    pen.fillStyle = this.colour("soft");
    let reached = -Infinity;
    for (const { at, text } of shown.ticks(this.width / LABEL)) {
      const wide = pen.measureText(text).width;
      const left = Math.max(0, Math.min(this.x(at) - wide / 2, this.width - wide));
      pen.fillRect(this.x(at) - 0.5, this.tall, 1, 3);
      if (left < reached + 6) continue;
      pen.fillText(text, left, this.tall + AXIS - 1);
      reached = left + wide;
    }
  }
}

/** The round number (1, 2 or 5 times a power of ten) that divides a stretch into at most `parts` parts. */
export function roundStep(stretch, parts) {
  const rough = stretch / Math.max(2, parts) || 1;
  const power = 10 ** Math.floor(Math.log10(rough));
  return [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
}

/** The times of spans, without how many there are at once: [from, to] of each stretch. */
function joined(spans) {
  const found = [];
  for (const { from, to } of [...spans].sort((one, two) => one.from - two.from)) {
    if (found.length && from <= found.at(-1)[1]) found.at(-1)[1] = Math.max(to, found.at(-1)[1]);
    else found.push([from, to]);
  }
  return found;
}
