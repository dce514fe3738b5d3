/** What the handler of an operation that takes a merge patch is given beside its context (RFC 7396). */
import type { Operation } from '@understudy/contract/kit';
import { z } from 'zod';
import type { Patching } from '../kit/context.js';
import { type Locate, validationProblem } from '../kit/faults.js';
import { mergePatch } from '../kit/merge-patch.js';

/** The members of a value that have a name among some. */
function pick(value: object, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(value).filter(([name]) => names.has(name)));
}

/** Names of the changes that only hold together with what was there before. */
function mergedNames(patch: object): Set<string> {
  const merged = Object.entries(patch).filter(
    ([, change]) => typeof change === 'object' && change !== null && !Array.isArray(change),
  );
  return new Set(merged.map(([name]) => name));
}

/** A patch, and the function that applies it; nothing for an operation that takes none. */
export function patching(
  { patched }: Operation,
  { input, locate }: { readonly input: object; readonly locate: Locate },
): Patching | undefined {
  if (patched === undefined) return undefined;
  return {
    patch: pick(input, new Set(Object.keys(patched.shape))),
    merged: (record, patch) => {
      const merged = mergePatch(record, patch);
      const names = mergedNames(patch);
      if (merged === record || names.size === 0) return merged;
      const value = pick(merged, names);
      const { data, error } = z.object(pick(patched.shape, names) as z.ZodRawShape).safeParse(value);
      // An object where there was none may lack members that must be there, or that have a default.
      if (error !== undefined) throw validationProblem(error, value, locate);
      return { ...merged, ...data };
    },
  };
}
