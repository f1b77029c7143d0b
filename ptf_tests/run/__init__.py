# SPDX-License-Identifier: Apache-2.0
"""A run of the suite: a device brought up and PTF started for it, or no PTF at all; plans of configurations."""
