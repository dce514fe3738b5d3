/** Counts as stores keep them: how many, in what form, and what a step makes of them. */
import { z } from 'zod';
import { type CountStep, NO_TALLY, type Tally, type TallyEntry } from '../../faults/tally.js';

const count = z.int().min(0);
const kept: z.ZodType<Tally> = z.object({ matched: count, struck: count, since: z.int().nullable(), used: count });

/** The JSON text of a count. */
export function tallyText({ matched, struck, since, used }: Tally): string {
  return JSON.stringify({ matched, struck, since, used });
}

/** The count of a text; undefined where there is none, or it is damaged. */
export function readTally(text: string | undefined): Tally | undefined {
  if (text === undefined) return undefined;
  try {
    return kept.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Runs a step on what is held under some keys; answers the counts to keep, each key once, and what it has decided. */
export function counted<Result>(
  keys: readonly string[],
  step: CountStep<Result>,
  held: (key: string) => Tally | undefined,
): { readonly entries: readonly TallyEntry[]; readonly result: Result } {
  const { tallies, result } = step(keys.map((key) => held(key) ?? NO_TALLY));
  const entries = new Map<string, Tally>();
  for (const [i, key] of keys.entries()) {
    const tally = tallies[i];
    if (tally === undefined) throw new Error('a step must answer a count for each key');
    // The key that is named last was used last.
    entries.delete(key);
    entries.set(key, tally);
  }
  return { entries: [...entries], result };
}
