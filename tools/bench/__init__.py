# SPDX-License-Identifier: Apache-2.0
"""`make bench`: how fast everything is, each figure next to its peer in the same run (docs/performance.md)."""
