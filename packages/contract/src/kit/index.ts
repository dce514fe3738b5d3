/** The kit that domains are declared with: everything but the domains of Understudy itself. */
export * from './api-version.js';
export * from './define-domain.js';
export * from './area.js';
export { type ArrivalsControl, arrivalsInput } from './list-parameters.js';
export type { Comparison, Condition, Filters } from './condition.js';
export type { Box } from './area.js';
export * from './filter.js';
export * from './money.js';
export type { Circle } from './area.js';
export * from './client-proofs.js';
export { type Computed, type Computes, neededBy } from './condition.js';
export * from './controls.js';
export * from './field.js';
export * from './crud.js';
export type { CrudDeclaration } from './crud-parts.js';
export * from './crud-parts.js';
export * from './crud-parts.js';
export type { CrudOperations } from './crud.js';
export * from './declaration-error.js';
export { checkMembers } from './declaration-members.js';
export { type Context, EXTENSIONS, type OperationOf } from './declare-operation.js';
export * from './define-domain.js';
export * from './precondition.js';
export * from './envelope.js';
export * from './field.js';
export type { FieldsControl } from './fields.js';
export * from './lines.js';
export * from './filter.js';
export type { FormatControl, FormatInput } from './list-parameters.js';
export type { Change, ChangeInput, PatchShape } from './merge-patch.js';
export {
  type DeclaredLines,
  type LineFormat,
  linesControls,
  type LinesControls,
  linesIn,
  linesInput,
  linesOf,
  type LinesParts,
  lineTypes,
  rowsIn,
  rowsOf,
} from './lines.js';
export { type CountedLimit, isPolicyName } from './limit.js';
export * from './area.js';
export * from './methods.js';
export * from './money.js';
export * from './nearest.js';
export * from './problem.js';
export * from './operation-meta.js';
export type { LiteralTypes } from './declared-input.js';
export type { DeclaredOperation, OperationDeclaration } from './operation-declaration.js';
export * from './operation-meta.js';
export * from './envelope.js';
export * from './precondition.js';
export * from './problem.js';
export * from './problem-kinds.js';
export * from './raw.js';
export { isSchema, shapeOf } from './schema-shape.js';
export * from './list-parameters.js';
export * from './stream.js';
export { Validated } from './envelope.js';
export * from './webhook-event.js';
export * from './weekly-plan.js';
