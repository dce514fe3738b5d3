/** What is wrong with a fault that somebody wrote, in words for whoever wrote it. */
import type { ProblemFault } from '@understudy/contract/kit';
import { pointer } from '../kit/faults.js';
import type { fault } from '@understudy/contract/sandboxes';
import type { z } from 'zod';

/** One thing that is wrong; the caller knows where the whole was written. */
export interface Issue {
  /** Where in the JSON it is; empty for a fault that was written as text. */
  readonly path: readonly PropertyKey[];
  readonly code: string;
  /** A predicate, such as `has no fault slow; did you mean …`. */
  readonly detail: string;
}

/** Longest piece of what a client wrote that a message repeats, in characters. */
const MAX_QUOTED = 100;

/** What a client wrote, fit for a message. */
export function quoted(value: unknown): string {
  const text = JSON.stringify(value) ?? String(value);
  return text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text;
}

/** Where faults were written: in a parameter of the query or a header, or in a body, by the steps to them. */
export type Written = { readonly parameter: string } | { readonly path: Issue['path'] };

/** Mistakes as a problem lists them. */
export function listed(mistakes: readonly Issue[], at: Written): ProblemFault[] {
  return mistakes.map(({ path, code, detail }) => {
    const location = 'parameter' in at ? at : { pointer: pointer([...at.path, ...path]) };
    return { ...location, code, detail };
  });
}

/** A fault with its defaults filled in; a preset stands for rules, which follow from its name. */
export type ParsedFault = z.output<typeof fault>;

/** A fault with how often it strikes. */
export interface ReadFault {
  readonly fault: ParsedFault;
  /** How often it strikes at most; null: without end, and wherever it cannot be said. */
  readonly times: number | null;
}
