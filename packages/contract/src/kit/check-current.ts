/** What must hold of the records that the problems of an operation show. */
import { DeclarationError } from './declaration-error.js';
import type { OperationDeclaration } from './operation-declaration.js';
import { isSchema } from './schema-shape.js';

/** Problems that show different records are those that it answers. */
export function checkCurrent({ kinds = [], current }: OperationDeclaration): void {
  if (current === undefined || isSchema(current)) return;
  const odd = Object.keys(current).find((kind) => !kinds.includes(kind));
  if (odd !== undefined) throw new DeclarationError(`current has ${odd}, which is not one of its kinds`);
}
