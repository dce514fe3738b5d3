/** What an operation reads, by its declaration. */
import { addedInput } from './added-input.js';
import { mergePatch } from './merge-patch.js';
import type { InputIn, PatchedIn } from './declared-input.js';
import type { OperationDeclaration } from './operation-declaration.js';
import type { Method } from './operation-meta.js';

/** What an operation reads, and what of it a merge patch may change. */
interface Reads<M extends Method, Declared extends OperationDeclaration, Path extends string> {
  readonly input: InputIn<M, Declared, Path>;
  readonly patched: PatchedIn<Declared, Path>;
}

/** The input of a declaration, its body as changes where it takes a merge patch, with what the kit adds to it. */
export function readsOf<M extends Method, Declared extends OperationDeclaration, Path extends string>(
  method: M,
  declared: Declared,
  path: Path,
): Reads<M, Declared, Path> {
  const { input, patch: takes, headers = {} } = declared;
  const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
  const outside = new Set([...names, ...Object.keys(headers)]);
  const own = takes === undefined ? { input, patched: undefined } : mergePatch(input, outside);
  const reads = { ...own, input: addedInput(method, { ...declared, input: own.input }) };
  // The types look at the same members.
  return reads as unknown as Reads<M, Declared, Path>;
}
