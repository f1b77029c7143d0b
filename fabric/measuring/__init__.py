# SPDX-License-Identifier: Apache-2.0
"""What is measured in a run, by whatever engine, the numbers made of it, and the bounds a scenario sets on them."""
