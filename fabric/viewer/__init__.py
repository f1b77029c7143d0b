# SPDX-License-Identifier: Apache-2.0
"""The viewer: JavaScript modules and a style sheet that draw a fabric, strips of time, packets and flows.

The page of a live lab and the timeline of a run are both made of them.
"""
