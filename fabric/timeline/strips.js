// SPDX-License-Identifier: Apache-2.0
// The run over time in strips: what arrived, what was trimmed, sent again and lost, EVs out of use, faults, packets.

const STRIP = { tall: 46, gap: 22, left: 2, right: 2 };
const MARKS = 30; // pixels of the row of faults and packets
const COUNTS = [["trims", "warn"], ["retransmissions", "s3"], ["lost", "bad"]];
const COUNT_NAMES = { trims: "trimmed", retransmissions: "sent again", lost: "lost" };

class Strips {
  constructor(canvas, run, move) {
    this.canvas = canvas;
    this.run = run;
    this.from = 0;
    this.to = run.end;
    this.series = seriesOf(run);
    let held = null;
    canvas.addEventListener("pointerdown", (event) => {
      held = event.pointerId;
      canvas.setPointerCapture(held);
      move(this.timeAt(event.offsetX));
    });
    canvas.addEventListener("pointermove", (event) => held === event.pointerId && move(this.timeAt(event.offsetX)));
    for (const end of ["pointerup", "pointercancel"]) canvas.addEventListener(end, () => (held = null));
  }

  timeAt(x) {
    const inner = this.canvas.clientWidth - STRIP.left - STRIP.right;
    const share = Math.min(1, Math.max(0, (x - STRIP.left) / inner));
    return this.from + share * (this.to - this.from);
  }

  /** See so much time, around a moment where it is on the screen now. */
  zoom(factor, around) {
    const span = Math.min(this.run.end, Math.max(2000, (this.to - this.from) * factor));
    const share = (around - this.from) / (this.to - this.from || 1);
    this.look(around - span * Math.min(1, Math.max(0, share)), span);
  }

  look(from, span) {
    this.from = Math.max(0, Math.min(this.run.end - span, from));
    this.to = this.from + Math.min(span, this.run.end);
  }

  /** Bring a moment onto the screen. */
  reveal(ns) {
    const span = this.to - this.from;
    if (ns < this.from || ns > this.to) this.look(ns - span / 2, span);
  }

  draw(ns, packets, chosen) {
    const { canvas } = this;
    const scale = devicePixelRatio || 1;
    const rows = [this.series.planes, this.series.counts, this.series.out].filter(Boolean).length;
    const [width, height] = [canvas.clientWidth, MARKS + rows * (STRIP.tall + STRIP.gap) + 16];
    if (canvas.width !== Math.round(width * scale) || canvas.height !== Math.round(height * scale)) {
      canvas.width = Math.round(width * scale);
      canvas.height = Math.round(height * scale);
      canvas.style.height = `${height}px`;
    }
    const pen = canvas.getContext("2d");
    const style = getComputedStyle(document.documentElement);
    this.colour = (role) => style.getPropertyValue(`--${role}`).trim();
    pen.setTransform(scale, 0, 0, scale, 0, 0);
    pen.clearRect(0, 0, width, height);
    pen.font = "11px system-ui, sans-serif";
    const x = (at) => STRIP.left + ((at - this.from) / (this.to - this.from)) * (width - STRIP.left - STRIP.right);
    this.faults(pen, x, height);
    this.marks(pen, x, packets, chosen);
    let y = MARKS;
    for (const draw of [this.planes, this.counts, this.out]) if (draw.call(this, pen, x, y + STRIP.gap)) y += STRIP.tall + STRIP.gap;
    this.axis(pen, x, y + 4, width);
    pen.fillStyle = this.colour("ink");
    pen.fillRect(x(ns) - 0.75, 0, 1.5, height - 12);
  }

  faults(pen, x, height) {
    pen.fillStyle = this.colour("bad");
    pen.globalAlpha = 0.1;
    for (const [from, to] of together(this.run.faultSpans)) {
      const [begin, end] = [Math.max(0, x(from)), Math.min(this.canvas.clientWidth, x(Math.min(to, this.to)))];
      if (end > begin) pen.fillRect(begin, 0, end - begin, height - 16);
    }
    pen.globalAlpha = 1;
    const last = [-1, -1]; // how far each row of names goes
    for (const span of this.run.faultSpans) {
      if (span.to < this.from || span.from > this.to) continue;
      const begin = Math.max(0, x(span.from));
      pen.fillRect(x(span.from), 0, 1, height - 16);
      const row = last[0] < begin ? 0 : 1;
      const text = `${short(span.target)} ${span.state}`;
      const room = pen.measureText(text).width + 8;
      if (last[row] < begin) {
        const at = Math.min(begin + 3, this.canvas.clientWidth - room);
        pen.fillText(text, Math.max(2, at), 10 + 11 * row);
        last[row] = at + room;
      }
    }
  }

  /** Where there is more to see, and the packets that were kept. */
  marks(pen, x, packets, chosen) {
    pen.fillStyle = this.colour("line");
    for (const level of this.run.close) pen.fillRect(x(level.from_ns), MARKS, Math.max(2, x(level.end_ns) - x(level.from_ns)), 3);
    for (const packet of packets) {
      pen.fillStyle = this.colour(packet.colour);
      pen.fillRect(x(packet.born_ns) - 0.75, MARKS - 1, 1.5, packet === chosen ? 11 : 6);
    }
  }

  title(pen, y, text) {
    pen.fillStyle = this.colour("soft");
    pen.fillText(text, STRIP.left, y - 5);
  }

  /** Bins that are seen now, the finest there are: (bin, its begin, its end, its level). */
  *bins() {
    const { whole, close } = this.run;
    for (let bin = Math.max(0, Math.floor(this.from / whole.step_ns)); bin < whole.bins; bin++) {
      const begin = bin * whole.step_ns;
      if (begin > this.to) return;
      const end = Math.min(whole.end_ns, begin + whole.step_ns);
      if (!close.some((level) => level.from_ns <= begin && end <= level.end_ns)) yield [0, bin, begin, end];
    }
  }

  *closeBins() {
    const { levels } = this.run;
    for (let number = 1; number < levels.length; number++) {
      const level = levels[number];
      for (let bin = 0; bin < level.bins; bin++) {
        const begin = level.from_ns + bin * level.step_ns;
        if (begin <= this.to && begin + level.step_ns >= this.from) yield [number, bin, begin, Math.min(level.end_ns, begin + level.step_ns)];
      }
    }
  }

  /** All bins to draw, in order of time. */
  seen() {
    return [...this.bins(), ...this.closeBins()].sort((one, two) => one[2] - two[2]);
  }

  planes(pen, x, y) {
    const all = this.seen();
    const top = this.series.top;
    const lines = this.series.planes;
    const shortest = Math.max(1000, (this.to - this.from) / 100); // of which a rate is a mean: shorter, one sees single packets
    this.title(pen, y, `into receivers, Gb/s by plane (line: ${top.toFixed(0)})`);
    // Bins narrower than a pixel, or shorter than a few packets, are drawn as their mean.
    lines.forEach((line, plane) => {
      pen.strokeStyle = this.colour(`s${plane % 8}`);
      pen.lineWidth = 1.4;
      pen.beginPath();
      let [sum, since, first] = [0, null, true];
      for (const [level, bin, begin, end] of all) {
        since ??= begin;
        sum += line[level]?.[bin] ?? 0;
        if (x(end) - x(since) < 1.5 || (end - since < shortest && end < this.run.end)) continue;
        const at = y + STRIP.tall * (1 - Math.min(1.02, (sum * 8) / (end - since) / top));
        if (first) pen.moveTo(x(since), at);
        pen.lineTo(x(since), at);
        pen.lineTo(x(end), at);
        [sum, since, first] = [0, null, false];
      }
      pen.stroke();
    });
    this.floor(pen, y);
    return true;
  }

  counts(pen, x, y) {
    if (!this.series.counts) return false;
    const seen = this.seen();
    const columns = new Map(); // by pixel: the counts
    for (const [level, bin, begin] of seen) {
      const pixel = Math.floor(x(begin) / 3) * 3;
      const counts = columns.get(pixel) ?? COUNTS.map(() => 0);
      COUNTS.forEach(([what], place) => (counts[place] += this.series.counts[what][level]?.[bin] ?? 0));
      columns.set(pixel, counts);
    }
    const most = Math.max(1, ...[...columns.values()].map((counts) => counts.reduce((one, two) => one + two)));
    let at = STRIP.left;
    this.title(pen, y, "");
    for (const [what, role] of COUNTS) {
      pen.fillStyle = this.colour(role);
      pen.fillText(`■ ${COUNT_NAMES[what]}`, at, y - 5);
      at += pen.measureText(`■ ${COUNT_NAMES[what]}`).width + 10;
    }
    pen.fillStyle = this.colour("soft");
    pen.fillText(`frames, ${most} at most`, at, y - 5);
    for (const [pixel, counts] of columns) {
      let base = y + STRIP.tall;
      COUNTS.forEach(([, role], place) => {
        const tall = (STRIP.tall * counts[place]) / most;
        pen.fillStyle = this.colour(role);
        pen.fillRect(pixel, base - tall, 2.5, tall);
        base -= tall;
      });
    }
    this.floor(pen, y);
    return true;
  }

  out(pen, x, y) {
    if (!this.series.out) return false;
    const { most } = this.series;
    this.title(pen, y, `EVs out of use, ${most} at most`);
    pen.fillStyle = this.colour("bad");
    for (const [level, bin, begin, end] of this.seen()) {
      const tall = (STRIP.tall * (this.series.out[level]?.[bin] ?? 0)) / most;
      const left = Math.floor(x(begin));
      if (tall) pen.fillRect(left, y + STRIP.tall - tall, Math.max(1, Math.ceil(x(end)) - left), tall);
    }
    this.floor(pen, y);
    return true;
  }

  floor(pen, y) {
    pen.fillStyle = this.colour("line");
    pen.fillRect(STRIP.left, y + STRIP.tall, this.canvas.clientWidth - STRIP.left - STRIP.right, 1);
  }

  axis(pen, x, y, width) {
    const rough = ((this.to - this.from) / Math.max(2, width / 90)) || 1;
    const power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= rough);
    pen.fillStyle = this.colour("soft");
    const places = Math.max(0, -Math.floor(Math.log10(step / 1000)));
    for (let at = Math.ceil(this.from / step) * step; at <= this.to; at += step) {
      const text = `${(at / 1000).toFixed(step < 1000 ? places : 0)} µs`;
      pen.fillText(text, Math.min(x(at), width - pen.measureText(text).width), y + 10);
    }
  }
}

/** The times of spans, without how many there are at once: [from, to] of each stretch. */
function together(spans) {
  const found = [];
  for (const { from, to } of [...spans].sort((one, two) => one.from - two.from)) {
    if (found.length && from <= found.at(-1)[1]) found.at(-1)[1] = Math.max(to, found.at(-1)[1]);
    else found.push([from, to]);
  }
  return found;
}

/** Sums over columns, by level and bin. */
function seriesOf(run) {
  const total = (fits) => run.levels.map((level) => {
    const sum = new Array(level.bins).fill(0);
    for (const [name, values] of Object.entries(level.columns)) if (fits(name)) values.forEach((value, bin) => (sum[bin] += value));
    return sum;
  });
  const { links, planes, nodes, switches } = run.fabric;
  const receivers = new Set(nodes.filter((each) => each.role === "receiver").map((each) => each.name));
  const planeOf = new Map(switches.map((each) => [each.name, each.plane]));
  const inbound = links.map((link, index) => ({ link, index })).filter(({ link }) => receivers.has(link.a));
  const lines = Array.from({ length: planes }, (_, plane) => {
    const names = new Set(inbound.filter(({ link }) => planeOf.get(link.b) === plane).map(({ index }) => `direction ${2 * index + 1} bytes`));
    return total((name) => names.has(name));
  });
  const counts = {
    trims: total((name) => name.endsWith(" trims")),
    retransmissions: total((name) => name.endsWith(" retransmissions")),
    lost: total((name) => / (lost|blackholed|dropped)$/.test(name)),
  };
  const out = total((name) => OUT_OF_USE.some((state) => name.endsWith(` ${state}`)));
  const some = (levels) => levels.some((values) => values.some(Boolean));
  const rates = inbound.filter(({ link }) => planeOf.get(link.b) === 0).map(({ link }) => link.rate_bps / 1e9);
  return {
    planes: lines,
    top: rates.reduce((one, two) => one + two, 0) || 1,
    counts: Object.values(counts).some(some) ? counts : null,
    out: some(out) ? out : null,
    most: Math.max(1, ...out.flat()),
  };
}
