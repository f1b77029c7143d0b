# SPDX-License-Identifier: Apache-2.0
"""NICs under test: the project's own in virtual time, and anybody's behind network interfaces."""
