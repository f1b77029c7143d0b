# SPDX-License-Identifier: Apache-2.0
"""StreamChannel: one client's stream, and which client is the primary of its role."""
