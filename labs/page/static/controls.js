// SPDX-License-Identifier: Apache-2.0
// The forms and buttons: write; faults, in the words of a scenario. Also the log of what happened.

import { button, html } from "../../../fabric/viewer/elements.js";
import { explained } from "../../../fabric/viewer/terms.js";
import { bytes, rate, time } from "../../../fabric/viewer/units.js";
import { wrongAt } from "./moments.js";
import { post } from "./requests.js";

const NEWEST = 40; // lines of what happened
const LOSS = "0.1";
const SLOW = 4; // times

export class Controls {
  /** `mark` shows which thing is chosen. */
  constructor(lab, frames, mark) {
    this.lab = lab;
    this.frames = frames;
    this.mark = mark;
    this.chosen = null;
    this.logged = "";
    this.cables = new Map(lab.sheets.flatMap((sheet) => sheet.cables.map((cable) => [cable.name, cable])));
    this.target = document.getElementById("target");
    this.target.append(...this.options());
    this.target.addEventListener("change", () => {
      const [kind, name] = this.target.value.split(" ");
      this.choose(kind ? { kind, name } : null);
    });
    this.form();
  }

  options() {
    const places = this.lab.sheets.flatMap((sheet) => sheet.places);
    const names = (tier) => [...new Set(places.filter((place) => place.tier === tier).map((place) => place.name))];
    const planes = Array.from({ length: this.lab.planes }, (_, plane) => String(plane));
    const group = (label, kind, all) =>
      html("optgroup", { label }, ...all.map((name) => new Option(kind === "plane" ? `plane ${name}` : name, `${kind} ${name}`)));
    const groups = [
      ["planes", "plane", planes],
      ["T1 switches", "switch", names("t1")],
      ["T0 switches", "switch", names("t0")],
      ["switches", "switch", names("switch")],
      ["NICs", "nic", names("nic")],
      ["hosts", "nic", names("host")],
      ["links", "link", [...this.cables.keys()]],
    ];
    return [new Option("everything", ""), ...groups.filter(([, , all]) => all.length).map((each) => group(...each))];
  }

  form() {
    const form = document.querySelector("#write form");
    const { source, destination, size, incast } = form.elements;
    for (const select of [source, destination]) select.append(...this.lab.nics.map((name) => new Option(name)));
    destination.value = this.lab.nics.at(-1);
    const write = (from) =>
      this.act(() => post("write", { source: from, destination: destination.value, size: size.value }));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      write(source.value);
    });
    incast.hidden = this.lab.nics.length < 3;
    incast.addEventListener("click", () => {
      for (const name of this.lab.nics) if (name !== destination.value) write(name);
    });
    this.source = source;
  }

  /** Choose a node, a link, a plane, or nothing; show what can be done with it. */
  choose(what) {
    this.chosen = what;
    this.target.value = what ? `${what.kind} ${what.name}` : "";
    if (what?.kind === "nic") this.source.value = what.name;
    this.mark(what);
    const acts = document.getElementById("acts");
    acts.replaceChildren(...this.acts(what));
    this.frames.choose(what?.kind === "link" ? what.name : null);
    if (this.moment) this.about(this.moment);
  }

  acts(what) {
    const fail = (label, ...words) => this.askButton(label, "fail", words);
    const heal = (label, ...words) => this.askButton(label, "heal", words);
    switch (what?.kind) {
      case "switch":
        return [fail("Stop", "switch", what.name), heal("Start", "switch", what.name)];
      case "plane":
        return [fail("Stop all its switches", "plane", what.name), heal("Start them", "plane", what.name)];
      case "nic":
        return this.ports(what.name).flatMap(([port, number]) => [
          fail(`Port ${number} down`, "port", port),
          heal(`Port ${number} up`, "port", port),
        ]);
      case "link": {
        const slow = `${Math.round(this.cables.get(what.name).rate_bps / SLOW / 1e3)}kb/s`;
        const look = button("Look at packets", () => this.frames.look(what.name), { className: "look" });
        return [
          fail("Down", "link", what.name),
          fail(`Lose ${100 * LOSS} %`, "loss", what.name, LOSS),
          fail(`${SLOW} times slower`, "rate", what.name, slow),
          heal("Up, and no faults", "link", what.name),
          look,
        ];
      }
      default:
        return [heal("End all faults", "all")];
    }
  }

  ports(nic) {
    const ends = [...this.cables.values()].filter((cable) => cable.a[0] === nic).map((cable) => cable.a[1]);
    return ends.sort((a, b) => a - b).map((number) => [`${nic}:${number}`, number]);
  }

  askButton(label, path, words) {
    return button(label, () => this.act(() => post(path, { words })), { className: path });
  }

  async act(ask) {
    const said = document.getElementById("said");
    try {
      said.textContent = (await ask()).said.join("; ");
      said.className = "";
    } catch (problem) {
      said.textContent = problem.message;
      said.className = "no";
    }
  }

  /** Show a moment: the state of the chosen thing, and what happened until then. */
  show(moment, moments, index) {
    this.moment = moment;
    this.about(moment);
    const lines = [];
    for (let at = index; at >= 0 && lines.length < NEWEST; at--)
      for (const each of moments[at].happened.toReversed()) lines.push([moments[at].now_ns, each]);
    const key = `${moment.number} ${lines.length}`;
    if (key === this.logged || (!moment.happened.length && this.logged.endsWith(` ${lines.length}`) && moments.at(-1) === moment)) return;
    this.logged = key;
    document
      .getElementById("happened")
      .replaceChildren(...lines.map(([ns, each]) => html("li", { className: each.kind }, html("time", {}, time(ns)), " ", ...explained(each.text))));
  }

  about(moment) {
    document.getElementById("about").textContent = this.facts(moment);
  }

  facts(moment) {
    const what = this.chosen;
    const wrong = what && wrongAt(moment, what.name);
    if (!what || what.kind === "plane") {
      const all = [...Object.entries(moment.dead), ...Object.entries(moment.faults)];
      return all.length
        ? all.map(([name, how]) => `${name}: ${how}`).join("; ")
        : `Nothing is wrong. Click a switch, a link${this.lab.kind === "custom" ? " or a host" : ", a NIC or a plane"}.`;
    }
    if (what.kind === "link") {
      const [there, back] = (moment.links[what.name] ?? [0, 0]).map((load) => rate(load * this.cables.get(what.name).rate_bps));
      return `${wrong || "up"}; ${there} there, ${back} back.`;
    }
    if (what.kind === "nic") return `${wrong || "up"}; receives ${rate(moment.received_bps[what.name] ?? 0)}.`;
    const ports = moment.ports[what.name];
    if (this.lab.kind === "custom") return `${wrong || "forwards"}.`;
    if (!ports) return `${wrong || "does not answer"}.`;
    const queued = ports.map((port, number) => `${number}: ${bytes(port.queued ?? 0)}`).join(", ");
    return `${wrong || "forwards"}; queued at ports ${queued}.`;
  }
}
