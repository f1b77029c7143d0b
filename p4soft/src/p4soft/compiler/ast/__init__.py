# SPDX-License-Identifier: Apache-2.0
"""The P4_16 syntax tree (language version 1.2.5), shared by the parser, the checker and the back end.

Every node has a `span` (original source text). The parser fills the positional fields; the checker fills the
keyword-only ones, in place, and replaces sub-expressions where it makes an implicit conversion explicit. In a
`TypedProgram` (see `front.py`) the following holds, so that the back end never infers anything:

* **Expressions**: `.type` is the resolved type. `.const_value` is not None exactly when the value is known at compile
  time: int for bit, int, infinite int and serializable enums (already wrapped to the width; negative only when signed),
  bool, str, the `EnumMember` or `ErrorMember` declaration, or a tuple of such for lists, structs and headers.
  References to constructor parameters are *not* constant for the checker (their value depends on the instantiation).
  No expression that runs in the data plane has type `int` (InfIntType): literals got the width of their context.
* **Implicit conversions** are `Cast` nodes with `implicit=True` and `target=None`; the type cast to is `.type`.
  A literal that merely takes its width from the context is re-typed in place instead. List expressions and struct
  expressions are converted in place too: `.type` is the struct, header, stack or tuple expected (not a Cast) and every
  element is converted to its field's type. A missing field under `...` is filled with a default value node.
* **Names**: `PathExpr.decl` is the declaration meant (VarDecl, ConstDecl, Parameter, Instantiation, ActionDecl,
  TableDecl, FunctionDecl, ExternFunctionDecl, ValueSetDecl, ParserState ...). A type name used as the base of a member
  (`HashAlgorithm.crc32`, `error.NoMatch`) is a `TypeNameExpr`.
* **Members**: `Member.kind` says what `base.name` is; `Member.decl` is the StructField, EnumMember, ErrorMember or the
  extern's MethodDecl.
* **Calls**: `Call.kind` says what is called, `Call.decl` its declaration, `Call.receiver` the object expression of
  method-like calls (extern instance, table, control, header, stack), `Call.bound_type_args` the type arguments (given
  or inferred) in the order of the declaration's own type parameters (`type_params`), and `Call.bound_args` one
  `BoundArg` per declared parameter, in declaration order, defaults inserted, named arguments sorted. The generic
  arguments of an extern *object* are in the receiver's `ExternType.type_args`.
* **Constructor calls**: `ConstructorCall.type` is the instance's type with type arguments bound, `.bound_args` as above
  (the nested `MyParser()` of a package instantiation is such a call); `Instantiation` has the same two fields and
  `.type`. `.constructor` is the extern's constructor MethodDecl chosen, or None.
* **Types**: `TypeRef.type` is the resolved type. Declarations carry `.type` as well: the value's type for variables,
  constants, parameters, fields, instances; the declared type for type declarations; an ActionType, FunctionType,
  TableType, ParserType ... for the rest.
* **Tables**: `KeyElement.match_kind` is the name, `.match_decl` its member; `ActionRef.decl` the action and
  `.bound_args` the arguments bound in the table (value None for action data the control plane gives); entries' keysets
  are converted to the key types.
* **Select**: each case's keysets are one expression per selector, converted to its type, possibly `Mask`, `Range`,
  `DefaultExpr` (for both `default` and `_`), or a PathExpr to a ValueSetDecl. `ParserTransition.decl` and
  `SelectCase.decl` are the ParserState, or None for the built-in `accept` and `reject`.
* **Statements**: `Switch` labels of an `action_run` switch are PathExpr whose `.decl` is the ActionDecl.
  Compound assignments keep `op`; both sides are converted to the left side's type.

Parenthesised expressions leave no node. Spans of parenthesised operands exclude the parentheses.
"""

# A node is named in one place, its own.
from p4soft.compiler.ast.base import *  # noqa: F403
from p4soft.compiler.ast.declarations import *  # noqa: F403
from p4soft.compiler.ast.expressions import *  # noqa: F403
from p4soft.compiler.ast.signatures import *  # noqa: F403
from p4soft.compiler.ast.statements import *  # noqa: F403
from p4soft.compiler.ast.typerefs import *  # noqa: F403
