# SPDX-License-Identifier: Apache-2.0
"""Programs for those who develop the project; nothing that runs a fabric imports them."""
