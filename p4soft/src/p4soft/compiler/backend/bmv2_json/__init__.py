# SPDX-License-Identifier: Apache-2.0
"""The lowered program as BMv2 JSON."""
