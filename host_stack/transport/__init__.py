# SPDX-License-Identifier: Apache-2.0
"""Reliable delivery over many paths: requestor and responder, their windows and books, congestion control, timers."""
