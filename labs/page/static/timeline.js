// SPDX-License-Identifier: Apache-2.0
// Time: what came of the last minutes in four strips; somebody may point at any moment of them.

import { html, rate, set, svg, time } from "./tools.js";

const SHOWN = 240; // moments: two minutes; a longer past scrolls with the slider
const FEWEST = 60;
const APART = 68; // pixels between two ticks, at least
const HEIGHT = 62;
const LEFT = 4;
const RIGHT = 4;

/** A strip: a title, a line or bars for each series, and how the largest value is written. */
const STRIPS = [
  { title: "received", kind: "lines", top: 25e9, text: (v) => `${Math.round(v / 1e9)} Gb/s` },
  { title: "packets", kind: "bars", top: 8, text: (v) => `${v}` },
  { title: "fullest queue", kind: "area", top: 1, text: (v) => `${Math.round(100 * v)} % of its limit` },
  { title: "paths out of use", kind: "area", top: 8, text: (v) => (v === null ? "no write" : `${v} paths`) },
];
const OWN_STRIPS = [
  { title: "received by", kind: "lines", top: 1e6, text: rate },
  { title: "busiest link", kind: "area", top: 1, text: (v) => `${Math.round(100 * v)} %` },
];
const BARS = ["trimmed", "again", "dropped"];
const SAID = { trimmed: "trimmed", again: "sent again", dropped: "dropped" };

/** The strips, and the slider below them; `scroll` is called with the number of a moment. */
export class Timeline {
  constructor(root, slider, lab, scroll) {
    this.root = root;
    this.slider = slider;
    this.lab = lab;
    this.limits = limitsOf(lab);
    this.values = new WeakMap();
    this.first = 0;
    this.count = 1;
    this.strips = (lab.kind === "own" ? OWN_STRIPS : STRIPS).map((strip) => this.strip(strip));
    root.append(...this.strips.map((strip) => strip.figure));
    slider.addEventListener("input", () => scroll(Number(slider.value)));
    this.across = FEWEST;
    let held = false;
    const point = (event) => {
      const drawing = event.target.closest("figure")?.querySelector("svg") ?? this.strips[0].drawing;
      const box = drawing.getBoundingClientRect();
      const share = Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
      scroll(this.first + Math.min(this.count - 1, Math.round(share * (this.across - 1))));
    };
    root.addEventListener("pointerdown", (event) => {
      held = true;
      root.setPointerCapture(event.pointerId);
      point(event);
    });
    root.addEventListener("pointermove", (event) => held && point(event));
    for (const end of ["pointerup", "pointercancel"]) root.addEventListener(end, () => (held = false));
    new ResizeObserver(() => this.moments && this.show(this.moments, this.index)).observe(root);
  }

  strip(strip) {
    const value = html("b");
    const names = html("span", { className: "names" });
    const drawing = svg("svg", { preserveAspectRatio: "none", height: HEIGHT });
    const figure = html("figure", {}, html("figcaption", {}, strip.title, " ", names, value), drawing);
    const colours = strip.kind === "lines" ? this.lab.nics : strip.kind === "bars" ? BARS : [];
    if (strip.kind === "lines" && colours.length <= 8)
      names.append(...colours.map((name, index) => html("i", { className: `c${index % 8}` }, name)));
    if (strip.kind === "bars") names.append(...BARS.map((name) => html("i", { className: name }, SAID[name])));
    return { ...strip, value, drawing, figure };
  }

  /** Draw the strips around moment `index` of these. */
  show(moments, index) {
    this.moments = moments;
    this.index = index;
    const end = Math.min(moments.length, Math.max(index + 1, Math.min(moments.length, index + 1 + SHOWN / 4)));
    const begin = Math.max(0, end - SHOWN);
    const window = moments.slice(begin, end);
    this.first = window[0].number;
    this.count = window.length;
    this.across = Math.max(FEWEST, window.length);
    set(this.slider, { min: moments[0].number, max: moments.at(-1).number });
    this.slider.value = moments[index].number;
    this.slider.title = time(moments[index].now_ns);
    const width = Math.max(200, this.strips[0].figure.clientWidth);
    const x = (at) => LEFT + (at / (this.across - 1)) * (width - LEFT - RIGHT);
    const series = window.map((moment) => this.of(moment));
    this.strips.forEach((strip, number) => {
      const values = series.map((each) => each[number]);
      const top = Math.max(strip.top, ...values.map((each) => (strip.kind === "bars" ? sum(each) : Math.max(...each))));
      const y = (value) => HEIGHT - 1 - (value / top) * (HEIGHT - 6);
      const parts = [...ticks(window, x), ...(number === 0 ? events(window, x) : [])];
      parts.push(...DRAW[strip.kind](values, x, y));
      const cursor = x(index - begin);
      parts.push(svg("line", { class: "cursor", x1: cursor, x2: cursor, y1: 0, y2: HEIGHT }));
      set(strip.drawing, { viewBox: `0 0 ${width} ${HEIGHT}`, width });
      strip.drawing.replaceChildren(...parts);
      const now = values[index - begin];
      strip.value.textContent = strip.text(strip.kind === "bars" ? sum(now) : now.length > 1 ? Math.max(...now) : now[0]);
    });
  }

  /** What the strips show of a moment: a list of numbers for each. */
  of(moment) {
    let found = this.values.get(moment);
    if (!found && this.lab.kind === "own") {
      found = [this.lab.nics.map((name) => moment.received_bps[name] ?? 0), [Math.max(0, ...Object.values(moment.links).flat())]];
      this.values.set(moment, found);
    }
    if (!found) {
      const ports = Object.values(moment.ports).flat();
      let full = 0;
      for (const [node, port, limit] of this.limits)
        full = Math.max(full, (moment.ports[node]?.[port]?.queued ?? 0) / limit);
      const again = sum(moment.writes.map((write) => write.again));
      const out = moment.writes.filter(underWay).map(gone); // who has ended knows of no paths any more
      found = [
        this.lab.nics.map((name) => moment.received_bps[name] ?? 0),
        [sum(ports.map((port) => port.trimmed)), again, sum(ports.map((port) => port.dropped))],
        [full],
        [out.length ? sum(out) : null],
      ];
      this.values.set(moment, found);
    }
    return found;
  }
}

const sum = (values) => values.reduce((all, value) => all + value, 0);

const underWay = (write) => write.completed_ns === null && write.failure === null;

function gone(write) {
  return sum(write.paths.map((way) => [...way.states].filter((letter) => "AaDd".includes(letter)).length));
}

function limitsOf(lab) {
  const found = [];
  for (const sheet of lab.sheets)
    for (const cable of sheet.cables)
      [cable.a, cable.b].forEach(([node, port], end) => {
        if (cable.limits[end] !== null) found.push([node, port, cable.limits[end]]);
      });
  return found;
}

const DRAW = {
  lines: (values, x, y) =>
    values[0].map((_, series) => svg("path", { class: `line c${series % 8}`, d: path(values, series, x, y) })),
  area: (values, x, y) => {
    return stretches(values).flatMap(([first, last]) => {
      const d = path(values.slice(first, last + 1), 0, (at) => x(first + at), y);
      const base = `L${x(last)} ${HEIGHT}L${x(first)} ${HEIGHT}Z`;
      return [svg("path", { class: "area", d: d + base }), svg("path", { class: "edge", d })];
    });
  },
  bars: (values, x, y) => {
    const wide = Math.max(1.5, x(1) - x(0) - 0.8);
    const parts = values.flatMap((each, at) => {
      let under = 0;
      return each.flatMap((value, series) => {
        if (!value) return [];
        const bar = { class: `bar ${BARS[series]}`, x: x(at) - wide / 2, width: wide };
        const made = svg("rect", { ...bar, y: y(under + value), height: y(under) - y(under + value) });
        under += value;
        return [made];
      });
    });
    return parts;
  },
};

/** First and last of each row of moments that have a value. */
function stretches(values) {
  const found = [];
  values.forEach(([value], at) => {
    if (value === null) return;
    if (found.at(-1)?.[1] === at - 1) found.at(-1)[1] = at;
    else found.push([at, at]);
  });
  return found;
}

function path(values, series, x, y) {
  return values.map((each, at) => `${at ? "L" : "M"}${x(at).toFixed(1)} ${y(each[series]).toFixed(1)}`).join("");
}

/** Lines at round times of the topology, with the time. */
function ticks(window, x) {
  const [from, to] = [window[0].now_ns, window.at(-1).now_ns];
  const wanted = ((to - from) * APART) / Math.max(1, x(window.length - 1) - x(0));
  if (wanted <= 0) return [];
  const power = 10 ** Math.floor(Math.log10(wanted));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= wanted);
  const parts = [];
  for (let at = 1; at < window.length; at++)
    if (!window[at].span_ns) parts.push(svg("line", { class: "gap", x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }));
  let next = Math.ceil(from / step) * step;
  for (let at = 1; at < window.length; at++) {
    if (window[at].now_ns < next) continue;
    if (window[at].now_ns - next > step) next = Math.floor(window[at].now_ns / step) * step; // nobody watched for long
    const place = x(at - (window[at].now_ns - next) / Math.max(1, window[at].now_ns - window[at - 1].now_ns));
    parts.push(svg("line", { class: "tick", x1: place, x2: place, y1: 0, y2: HEIGHT }));
    parts.push(svg("text", { class: "tick", x: place + 3, y: 10 }, time(next)));
    next = (Math.floor(window[at].now_ns / step) + 1) * step;
  }
  return parts;
}

function events(window, x) {
  return window.flatMap((moment, at) =>
    moment.happened
      .filter((each) => each.kind !== "paths")
      .map((each) =>
        svg("line", { class: `event ${each.kind}`, x1: x(at), x2: x(at), y1: 0, y2: HEIGHT }, svg("title", {}, each.text)),
      ),
  );
}
