# SPDX-License-Identifier: Apache-2.0
"""The command line of a switch at run time: what `simple_switch_CLI` and `runtime_CLI` are.

A client of the Thrift interface (`p4soft/switch/thrift/interface/`), for our switch and for BMv2's. Commands and
the lines they print are simple_switch_CLI's, because other programs write the ones and read the others.

`commands` has what a command is, reads the words that were typed, and knows what a program names; `shell` has the
prompt and the connection. `tables`, `profiles`, `arrays` and `switch` have the commands of their subjects.
"""
