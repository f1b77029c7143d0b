# SPDX-License-Identifier: Apache-2.0
"""The command line of a switch at run time: what `simple_switch_CLI` and `runtime_CLI` are.

A client of the Thrift interface (`p4soft/switch/thrift/interface/`), for our switch and for BMv2's. Commands and
the lines they print are simple_switch_CLI's, because other programs write the ones and read the others.

`connection` reaches the switch, `program` knows what its program names, `words` and `values` read what was typed,
`commands` is what a command is, `shell` the loop around them; every other module has the commands of one subject.
"""
