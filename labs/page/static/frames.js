// SPDX-License-Identifier: Apache-2.0
// The packet inspector: what crosses a link now, and every field of one frame next to its bytes.

import { frameView, lookOf, packetList } from "../../../fabric/viewer/packets.js";
import { post } from "./requests.js";

const at = (id) => document.getElementById(id);

export class Frames {
  constructor() {
    this.link = null;
  }

  /** A link was chosen, or something else. */
  choose(link) {
    this.link = link;
    if (link && !at("frames").childElementCount) at("about-packets").textContent = `${link}: press “Look at packets”.`;
  }

  /** Take frames off a link and show them. */
  async look(link) {
    at("about-packets").textContent = `${link}: taking frames for up to four seconds …`;
    at("frames").replaceChildren();
    at("frame").replaceChildren();
    try {
      const { frames } = await post("frames", { link });
      at("about-packets").textContent = frames.length ? `${link}: ${frames.length} frames` : `${link}: nothing crossed it.`;
      if (frames.length) this.show(frames);
    } catch (problem) {
      at("about-packets").textContent = problem.message;
    }
  }

  show(frames) {
    const began = frames[0].time_ns;
    const rows = frames.map((frame, number) => ({
      number, when: `${((frame.time_ns - began) / 1e3).toFixed(2)} µs`, kind: frame.kind, look: lookOf(frame.kind, frame.mark),
      ends: frame.way.replace(">", " → "), text: `${frame.length} B${frame.what ? ` · ${frame.what}` : ""}`,
    }));
    const open = (number) => {
      mark(number);
      at("frame").replaceChildren(...frameView(frames[number]));
    };
    const mark = packetList(at("frames"), rows, open);
    open(0);
  }
}
