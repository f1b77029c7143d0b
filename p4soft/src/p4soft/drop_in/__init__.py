# SPDX-License-Identifier: Apache-2.0
"""The commands of p4c and BMv2 under their own names, for Makefiles and lab tools that know no others.

Each is a thin front end of `p4soft.compiler` or `p4soft.switch`: it takes the command line that the real program
takes. An option is obeyed, or it changes nothing here and says so in `--help`, or it is refused with the reason.
"""
