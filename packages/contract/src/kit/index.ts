/** The kit that domains are declared with: everything but the domains of Understudy itself. */
export * from './api-version.js';
export * from './adopt-domain.js';
export * from './area-filter.js';
export { type ArrivalsControl, arrivalsInput } from './arrivals.js';
export type { Comparison, Condition, Filters } from './condition.js';
export type { Box } from './box.js';
export * from './by-default.js';
export * from './card.js';
export type { Circle } from './circle.js';
export * from './client-proofs.js';
export { type Computed, type Computes, neededBy } from './computed.js';
export * from './controls.js';
export * from './country.js';
export * from './crud.js';
export type { CrudDeclaration } from './crud-declaration.js';
export * from './crud-events.js';
export * from './crud-names.js';
export type { CrudOperations } from './crud-operations.js';
export * from './declaration-error.js';
export { checkMembers } from './declaration-members.js';
export { type Context, EXTENSIONS, type OperationOf } from './declare-operation.js';
export * from './define-domain.js';
export * from './entity-tag.js';
export * from './envelope.js';
export * from './field.js';
export type { FieldsControl } from './fields.js';
export * from './file.js';
export * from './filter.js';
export type { FormatControl, FormatInput } from './format.js';
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
export * from './location.js';
export * from './methods.js';
export * from './money.js';
export * from './nearest.js';
export * from './oauth-error.js';
export * from './operation.js';
export type { LiteralTypes } from './literal-types.js';
export type { DeclaredOperation, OperationDeclaration } from './operation-declaration.js';
export * from './operation-meta.js';
export * from './pagination.js';
export * from './precondition.js';
export * from './problem.js';
export * from './problem-kinds.js';
export { isSchema, shapeOf } from './schema-shape.js';
export * from './sort.js';
export * from './stream.js';
export { Validated } from './validated.js';
export * from './webhook-event.js';
export * from './weekly-plan.js';
