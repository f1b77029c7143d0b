// SPDX-License-Identifier: Apache-2.0
// Service "simple_pre", which simple_switch does not serve: for programs that import it. Nodes have no link aggregation groups.
// A map is a string of 0 and 1, the last character for number 0.

enum McOperationErrorCode { TABLE_FULL = 1, INVALID_MGID = 2, INVALID_MGRP_HANDLE = 3, INVALID_L1_HANDLE = 4, ERROR = 5 }
exception InvalidMcOperation { 1: McOperationErrorCode code }

service SimplePre {
  i32 bm_mc_mgrp_create(1: i32 cxt_id, 2: i32 mgrp) throws (1: InvalidMcOperation ouch),
  void bm_mc_mgrp_destroy(1: i32 cxt_id, 2: i32 mgrp_handle) throws (1: InvalidMcOperation ouch),
  i32 bm_mc_node_create(1: i32 cxt_id, 2: i32 rid, 3: string port_map) throws (1: InvalidMcOperation ouch),
  void bm_mc_node_associate(1: i32 cxt_id, 2: i32 mgrp_handle, 3: i32 l1_handle) throws (1: InvalidMcOperation ouch),
  void bm_mc_node_dissociate(1: i32 cxt_id, 2: i32 mgrp_handle, 3: i32 l1_handle) throws (1: InvalidMcOperation ouch),
  void bm_mc_node_destroy(1: i32 cxt_id, 2: i32 l1_handle) throws (1: InvalidMcOperation ouch),
  void bm_mc_node_update(1: i32 cxt_id, 2: i32 l1_handle, 3: string port_map) throws (1: InvalidMcOperation ouch),
  string bm_mc_get_entries(1: i32 cxt_id) throws (1: InvalidMcOperation ouch),
}
