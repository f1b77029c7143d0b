# SPDX-License-Identifier: Apache-2.0
"""The format of EVs that templates have: a plane and an uplink."""

from typing_extensions import override

from host_stack.errors import ConfigError
from host_stack.paths.ev_format import EvFormat


class PlaneUplink(EvFormat):
    """``0xC000 | plane`` in the high half, the T0 uplink number (= T1 index; 0 on a T0-local path) in the low half.

    So a capture shows the plane in the UDP source port (inside the range RoCEv2 asks for) and the uplink in the flow
    label.
    """

    _PREFIX = 0xC000_0000

    @override
    def entropy(self, plane: int, uplink: int) -> int:
        if not 0 <= plane <= 0xFF or not 0 <= uplink <= 0xFFFF:
            raise ConfigError(f"plane {plane}, uplink {uplink}: accepted planes 0..255, uplinks 0..65535")
        return self._PREFIX | plane << 16 | uplink

    @override
    def path(self, entropy: int) -> tuple[int, int]:
        if entropy >> 24 != self._PREFIX >> 24:
            raise ConfigError(f"EV {entropy:#010x} does not start with 0xc0")
        return self.plane(entropy), entropy & 0xFFFF

    @override
    def plane(self, entropy: int) -> int:
        return entropy >> 16 & 0xFF


PLANE_UPLINK = PlaneUplink()
