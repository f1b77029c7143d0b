# SPDX-License-Identifier: Apache-2.0
"""The theme and the frame of every HTML page: colours, style, header, title, navigation, footer, tables."""
