# SPDX-License-Identifier: Apache-2.0
"""The live page: a lab in a browser. A client of the lab's control socket, as the commands are."""
