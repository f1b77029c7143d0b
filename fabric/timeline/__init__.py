# SPDX-License-Identifier: Apache-2.0
"""A run as a page with time under the reader's hand.

`recording` samples counters while a scenario runs and finds the windows to look at closely. `journeys` runs the same
scenario again and follows packets in those windows. `document` is the data, `timeline` the page.
"""

from fabric.timeline.timeline import Timeline

__all__ = ["Timeline"]
