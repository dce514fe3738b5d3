/** The kit that domains are declared with: everything but the domains of Understudy itself. */
export * from './controls.js';
export type { Context, OperationOf } from './declare-operation.js';
export * from './define-domain.js';
export * from './entity-tag.js';
export * from './envelope.js';
export * from './field.js';
export type { Change, ChangeInput, PatchShape } from './merge-patch.js';
export * from './methods.js';
export * from './oauth-error.js';
export * from './operation.js';
export type { DeclaredOperation, LiteralTypes, OperationDeclaration } from './operation-declaration.js';
export * from './operation-meta.js';
export * from './pagination.js';
export * from './precondition.js';
export * from './problem.js';
export * from './problem-kinds.js';
export * from './sort.js';
export * from './webhook-event.js';
