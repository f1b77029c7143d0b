# SPDX-License-Identifier: Apache-2.0
"""What can be asked of a device: claims, choices, and the requirements that go with them."""
