# SPDX-License-Identifier: Apache-2.0
"""The playground: the emulator and the switch in a browser. `building` puts it into a site; `engine` runs there."""
