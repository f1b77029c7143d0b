# SPDX-License-Identifier: Apache-2.0
"""Where the program's values live at run time (`layout`), and what its names stand for meanwhile (`values`)."""
