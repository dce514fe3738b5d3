/** The verdicts that are known already, in a file: a drill with a baseline fails on new ones only. */
import { readFile } from 'node:fs/promises';
import type { Verdict } from '@understudy/contract/sandboxes';
import { z } from 'zod';
import { OptionError } from '../options/options.js';
import type { Observed } from './result.js';
import { writeTo } from './report/report-files.js';

/**
 * What is known: that a rule is broken under a plan by calls of an operation. How often, and by which of the requests,
 * differs from run to run, since a client takes its time.
 */
const known = z.object({ plan: z.string(), rule: z.string(), operation: z.string() });

/** A known verdict. */
export type KnownFailures = z.infer<typeof known>;

const baseline = z.object({ version: z.literal(1), verdicts: z.array(known) });

/** What a verdict is known by. */
export function knownAs(
  plan: string,
  { rule, requests }: Verdict,
  { requests: seen }: Pick<Observed, 'requests'>,
): KnownFailures {
  const first = seen.find(({ sequence }) => sequence === requests[0]);
  const operation = first === undefined ? '' : (first.operation ?? `${first.method} ${first.path}`);
  return { plan, rule, operation };
}

const isSame = (one: KnownFailures, other: KnownFailures): boolean =>
  one.plan === other.plan && one.rule === other.rule && one.operation === other.operation;

/** Known verdicts. */
export class Baseline {
  readonly #failures: readonly KnownFailures[];

  constructor(verdicts: readonly KnownFailures[]) {
    this.#failures = verdicts;
  }

  has(verdict: KnownFailures): boolean {
    return this.#failures.some((one) => isSame(one, verdict));
  }

  /** Those under other plans than the given ones. */
  outside(plans: readonly string[]): readonly KnownFailures[] {
    return this.#failures.filter(({ plan }) => !plans.includes(plan));
  }

  /** Those under the given plans that were not met any more. */
  unmet(met: readonly KnownFailures[], plans: readonly string[]): readonly KnownFailures[] {
    return this.#failures.filter((one) => plans.includes(one.plan) && !met.some((other) => isSame(one, other)));
  }
}

const failed = (file: string, what: string, cause: unknown): OptionError =>
  new OptionError(`--baseline is ${file}, but ${what}`, { cause });

const isMissing = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT';

/**
 * Reads a baseline.
 *
 * @param isOptional whether a file that is not there is an empty one
 * @throws {@link OptionError} where the file is not there or is none
 */
export async function readBaseline(file: string, isOptional = false): Promise<Baseline> {
  let text: string;
  try {
    text = await readFile(file, 'utf8');
  } catch (error) {
    if (isOptional && isMissing(error)) return new Baseline([]);
    const what = isMissing(error) ? 'there is no such file; --write-baseline makes it' : 'it cannot be read';
    throw failed(file, what, error);
  }
  try {
    return new Baseline(baseline.parse(JSON.parse(text)).verdicts);
  } catch (error) {
    throw failed(file, 'it is no baseline of a drill; without it, --write-baseline makes one', error);
  }
}

/** Writes a baseline: each verdict once, in an order in which a new one changes a line. */
export async function writeBaseline(file: string, verdicts: readonly KnownFailures[]): Promise<void> {
  const order = ({ plan, rule, operation }: KnownFailures): string => [plan, rule, operation].join('\0');
  const once = [...new Map(verdicts.map((verdict) => [order(verdict), verdict])).entries()]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([, verdict]) => verdict);
  await writeTo(file, '--baseline', `${JSON.stringify({ version: 1, verdicts: once }, undefined, 2)}\n`);
}
