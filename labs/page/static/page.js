// SPDX-License-Identifier: Apache-2.0
// The page: moments come, one of them is shown; the newest, or one that somebody scrolled back to.

import { html } from "../../../fabric/viewer/elements.js";
import { FabricView, fabricKey } from "../../../fabric/viewer/fabric.js";
import { Strips } from "../../../fabric/viewer/strips.js";
import { time } from "../../../fabric/viewer/units.js";
import { Controls } from "./controls.js";
import { Frames } from "./frames.js";
import { statesAt, stretchAround, stripsOf } from "./moments.js";
import { get } from "./requests.js";
import { showWrites } from "./writes.js";

const LATE_MS = 4000;
const LOOKS = { live: "good", back: "warn", late: "warn", gone: "bad" };
const at = (id) => document.getElementById(id);

class Page {
  constructor(lab) {
    this.lab = lab;
    this.moments = [];
    this.shown = null; // a number when scrolled back, null when live
    this.came = performance.now();
    setInterval(() => this.look(), 1000);
    at("name").textContent = lab.fabric;
    const custom = lab.kind === "custom"; // a network with programs on hosts, and no NICs
    at("what").textContent = custom
      ? `${lab.target} switches · real time` + (lab.delays ? "" : " · links do not delay (no netem here)")
      : `${lab.target} switches · ${lab.factor.toLocaleString("en")} times slower than the topology` +
        (lab.delays ? "" : " · NICs delay in place of cables (no netem here)");
    for (const part of ["write", "paths"]) at(part).hidden = custom; // hosts have their own programs
    document.title = `${lab.name}: ${lab.fabric}`;
    this.fabric = new FabricView(at("sheets"), lab.sheets, (what) => this.controls.choose(what), { planes: !custom });
    at("sheets").after(fabricKey(...(custom ? ["ports"] : ["queues", "trimmed", "lost", "again"])));
    this.controls = new Controls(lab, new Frames(), (what) => this.fabric.mark(what ? [what.name] : []));
    this.strips = new Strips(at("strips"), stripsOf(lab), (place) => this.scroll(Math.round(place)));
    at("slider").addEventListener("input", () => this.scroll(Number(at("slider").value)));
    at("live").addEventListener("click", () => this.scroll(null));
    this.controls.choose(null);
  }

  follow() {
    const events = new EventSource("moments");
    let waiting = false;
    events.addEventListener("moment", (event) => {
      const moment = JSON.parse(event.data);
      this.came = performance.now();
      const last = this.moments.at(-1);
      if (last && moment.number <= last.number) this.moments.length = 0; // another watch, from its beginning
      this.moments.push(moment);
      if (this.moments.length > this.lab.kept) this.moments.shift();
      this.complain("");
      if (!waiting) {
        waiting = true; // stored moments come together, and are drawn once
        requestAnimationFrame(() => {
          waiting = false;
          this.draw();
        });
      }
    });
    events.addEventListener("trouble", (event) => this.complain(event.data));
    events.addEventListener("error", () => this.complain("The lab's page is gone: the lab ended, or its page did."));
  }

  complain(text) {
    at("trouble").textContent = text;
    at("trouble").hidden = !text;
    this.look();
  }

  /** Show whether the page is live, scrolled back, late or gone. */
  look() {
    const late = performance.now() - this.came > LATE_MS;
    const gone = !at("trouble").hidden;
    const [text, kind] = gone ? ["gone", "gone"] : this.shown !== null ? ["scrolled back", "back"] : late ? ["waiting", "late"] : ["live", "live"];
    if (at("state").textContent !== text) at("state").textContent = text;
    at("state").className = `badge ${LOOKS[kind]}`;
  }

  /** Warn that the machine may be slow, and not the network. */
  warn(moment) {
    at("busy").hidden = !moment.overload.length;
    const text = moment.advice + moment.overload.join();
    if (text === this.warned) return; // a screen reader says it once
    this.warned = text;
    at("busy-advice").textContent = moment.advice;
    at("busy-why").replaceChildren(...moment.overload.map((reason) => html("li", {}, reason)));
  }

  scroll(number) {
    const newest = this.moments.at(-1);
    this.shown = number === null || !newest || number >= newest.number ? null : number;
    this.draw();
  }

  draw() {
    const newest = this.moments.at(-1);
    if (!newest) return;
    if (this.shown !== null && this.shown < this.moments[0].number) this.shown = this.moments[0].number;
    const index = this.shown === null ? this.moments.length - 1 : this.shown - this.moments[0].number;
    const moment = this.moments[index];
    at("now").textContent = time(moment.now_ns);
    at("live").disabled = this.shown === null;
    this.complain("");
    this.warn(moment);
    this.fabric.show(statesAt(moment));
    this.controls.show(moment, this.moments, index);
    this.strips.draw(stretchAround(this.moments, index));
    Object.assign(at("slider"), { min: this.moments[0].number, max: newest.number, title: time(moment.now_ns) });
    at("slider").value = moment.number;
    showWrites(at("writes"), moment, this.lab);
  }
}

try {
  new Page(await get("fabric")).follow();
} catch (problem) {
  at("trouble").textContent = problem.message;
  at("trouble").hidden = false;
}
