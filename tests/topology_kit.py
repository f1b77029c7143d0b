# SPDX-License-Identifier: Apache-2.0
"""Topology files of one plane, as small as a test wants them."""


def one_plane(name: str, *, t0s: int, t1s: int, downlinks: int, nics: int) -> str:
    """The text of the file: NICs at 100 Gb/s, links of half a microsecond and of one."""
    return f"""\
name: {name}
planes: 1
t0s_per_plane: {t0s}
t1s_per_plane: {t1s}
downlinks_per_t0: {downlinks}
nics: {nics}
links:
  host: {{rate: 100 Gb/s, delay: 500 ns}}
  fabric: {{rate: 100 Gb/s, delay: 1 us}}
"""


TINY = one_plane("tiny", t0s=1, t1s=1, downlinks=2, nics=2)
