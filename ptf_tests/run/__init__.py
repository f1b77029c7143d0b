# SPDX-License-Identifier: Apache-2.0
"""A run of the suite: a device brought up and PTF's process beside it, or no PTF at all; plans of configurations."""
