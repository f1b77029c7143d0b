# SPDX-License-Identifier: Apache-2.0
"""Which forwarding pipeline runs: SetForwardingPipelineConfig, GetForwardingPipelineConfig and what a new one keeps."""
