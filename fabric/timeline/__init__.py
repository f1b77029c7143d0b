# SPDX-License-Identifier: Apache-2.0
"""A run as a page with time under the reader's hand.

counters + bins -> recording (beside the run) -> windows (where to look closer) -> following (the same run again, some
packets of it followed, and traced) -> document (JSON, docs/timeline.md) -> page
"""

from fabric.timeline.timeline import Timeline

__all__ = ["Timeline"]
