# SPDX-License-Identifier: Apache-2.0
"""Entries that share a record of the hash table: a chain from the best rank to the worst, one node for each entry.

    nodes:   one node for each entry number          node:  rank | number + 1 of the next, 0 at the end | ranges ...

The record's rank is the first entry's. The first word of a record's key is its tuple's tag.
"""

from __future__ import annotations

from llvmlite import ir

from p4soft.switch.native.ir_blocks import I64, POINTER, VOID, Code, Word, function
from p4soft.switch.native.tables.hashing import KEY, RANK, Hashed
from p4soft.switch.native.tables.placement import number_of

NODE_RANK, NODE_NEXT, NODE_RANGES = 0, 8, 16


def emit_chain_updates(module: ir.Module) -> None:
    """Add the functions that change chains, beside those of `emit_updates`.

    * `chain_add(block, words, nodes, stride, key, rank)`: adds an entry; 0 when it shares a record, or else 1 + the
      new record's distance from its home. There is an empty record, and a node for the entry;
    * `chain_remove(block, words, nodes, stride, key, rank)`: removes an entry; how many records that removes;
    * `chain_bounds(block, words, bounds)`: lowers each tag's word in an array to the best rank of its records.
    """
    _emit_add(module)
    _emit_remove(module)
    _emit_bounds(module)


_UPDATE = (I64, I64, I64, I64, POINTER, I64)


def _emit_add(module: ir.Module) -> None:
    find, put = module.get_global("hash_find"), module.get_global("hash_put")
    with function(module, "chain_add", I64, _UPDATE) as (f, (block, words, nodes, stride, key, rank)):
        node = _node(nodes, stride, number_of(rank))
        f.store(rank, node + NODE_RANK)
        record = f.call(find, (block, words, key))
        with f.when(record.equals(0)):
            f.store(0, node + NODE_NEXT)
            f.ret(f.call(put, (block, words, key, rank)) + 1)
        first = f.load(record + RANK)
        with f.when(rank < first):
            f.store(number_of(first), node + NODE_NEXT)
            f.store(rank, record + RANK)
            f.ret(f.constant(0))
        before = f.variable(_node(nodes, stride, number_of(first)))
        following = f.variable(f.load(before.get() + NODE_NEXT))
        with f.loop(lambda: following.get().differs(0)) as walk:
            with f.when(f.load(_node(nodes, stride, following.get()) + NODE_RANK) > rank):
                walk.leave()
            before.set(_node(nodes, stride, following.get()))
            following.set(f.load(before.get() + NODE_NEXT))
        f.store(following.get(), node + NODE_NEXT)
        f.store(number_of(rank), before.get() + NODE_NEXT)
        f.ret(f.constant(0))


def _emit_remove(module: ir.Module) -> None:
    find, erase = module.get_global("hash_find"), module.get_global("hash_erase")
    with function(module, "chain_remove", I64, _UPDATE) as (f, (block, words, nodes, stride, key, rank)):
        record = f.call(find, (block, words, key))
        with f.when(record.equals(0)):
            f.ret(f.constant(0))
        first, number = f.load(record + RANK), number_of(rank)
        following = f.load(_node(nodes, stride, number) + NODE_NEXT)
        with f.when(first.equals(rank)):
            with f.when(following.equals(0)):
                f.call(erase, (block, words, record))
                f.ret(f.constant(1))
            f.store(f.load(_node(nodes, stride, following) + NODE_RANK), record + RANK)
            f.ret(f.constant(0))
        at = f.variable(_node(nodes, stride, number_of(first)))
        with f.loop(lambda: f.load(at.get() + NODE_NEXT).differs(number)) as walk:
            with f.when(f.load(at.get() + NODE_NEXT).equals(0)):
                f.ret(f.constant(0))
            at.set(_node(nodes, stride, f.load(at.get() + NODE_NEXT)))
            walk.again()
        f.store(following, at.get() + NODE_NEXT)
        f.ret(f.constant(0))


def _emit_bounds(module: ir.Module) -> None:
    with function(module, "chain_bounds", VOID, (I64, I64, POINTER)) as (f, (block, words, bounds)):
        here, size = f.variable(block), words * 8 + KEY
        with f.loop(lambda: here.get().differs(0)):
            table, slot = Hashed.at(f, here.get()), f.variable(0)
            with f.loop(lambda: slot.get() <= table.mask):
                record = table.record(slot.get(), size)
                rank = f.load(record + RANK)
                with f.when(rank.differs(0)):
                    _lower(f, bounds + f.load(record + KEY) * 8, rank)
                slot.set(slot.get() + 1)
            here.set(table.older())
        f.ret()


def _lower(f: Code, at: Word, value: Word) -> None:
    with f.when(value < f.load(at)):
        f.store(value, at)


def _node(nodes: Word, stride: Word, number: Word) -> Word:
    """The address of the node of entry `number` - 1."""
    return nodes + (number - 1) * stride
