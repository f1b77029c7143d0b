# SPDX-License-Identifier: Apache-2.0
"""The services that every target of BMv2's has: `bm_runtime.standard`, `.simple_pre` and `.simple_pre_lag`.

Generated code has a package for each, with `ttypes` in it; here they are modules made when this one is imported.
"""

from bmv2_interface import publish

__path__: list[str] = []

standard = publish("bm_runtime.standard", "standard", "Standard")
simple_pre = publish("bm_runtime.simple_pre", "simple_pre", "SimplePre")
simple_pre_lag = publish("bm_runtime.simple_pre_lag", "simple_pre_lag", "SimplePreLAG")
