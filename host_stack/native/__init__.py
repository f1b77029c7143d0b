# SPDX-License-Identifier: Apache-2.0
"""A NIC's data path in machine code: the common case of `receive`, `transmit` and `next_wakeup`.

The common case is a whole data packet of a write, in a window, and the SACK that answers it. The C here works on the
NIC's own objects, and asks its questions first: where an answer is not the common one, nothing has been changed, and
the methods of `Nic` do it all. So Python is the reference, the fallback, and where everything is decided.

```
objects.h, slots.h   Python's C API, and the places of attributes in objects, which `layout` finds in this process;
                     numbers that are `unboxed` lie there themselves
frames.c             frames of a queue pair, and the order that EVs take turns in
receiver.c           a data packet is placed; a SACK is queued, and leaves
congestion.c         NSCC, where a window grows or is held
sender.c             the next packet of a write leaves; a SACK arrives
nic.c                the three methods
```
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from host_stack.nic import Nic
    from host_stack.roce.nic import Nic as RoceNic


def use_machine_code(nic: Nic | RoceNic) -> None:
    """Put machine code in the place of a NIC's methods, unless it runs in Python."""
    try:
        from host_stack.native.data_path import run_natively  # noqa: PLC0415  llvmlite may be missing
    except ImportError:
        return
    run_natively(nic)
