/** What can be used once in a sandbox, such as the id of a signed assertion: what was used is remembered until it would be refused anyway. */
import { sha256 } from '#platform/runtime';
import { z } from 'zod';
import { type Collection, internalCollection } from './collection.js';
import type { ProblemError } from './problem-error.js';
import type { Records, WritableRecords } from './records.js';

/** Something that is used, and can be used by nobody again. */
export interface OneUse {
  /** What it is. */
  readonly of: readonly string[];
  /** From when on it need not be remembered, in ms since 1970. */
  readonly until: number;
}

/** Something that a call uses up by being made, whatever comes of it. */
export interface UsedByCall extends OneUse {
  /** What the call is answered where it was used before. */
  readonly refusal: ProblemError;
}

const used = z.object({ id: z.string(), expires_at: z.number() });

/** What was used. */
export const replayGuards: Collection<z.infer<typeof used>> = internalCollection({
  name: 'used_once',
  prefix: 'use',
  schema: used,
  expires: ({ expires_at }) => expires_at,
});

function idOf({ of }: OneUse): string {
  return sha256(JSON.stringify(of));
}

/** Whether something was used before, and is not forgotten yet. */
export function isReplay(records: Records, use: OneUse, now: number): boolean {
  const found = records.get(replayGuards, idOf(use));
  return found !== undefined && found.expires_at > now;
}

/** Uses something. */
export function preventReplay(records: WritableRecords, use: OneUse): void {
  records.put(replayGuards, { id: idOf(use), expires_at: use.until });
}
