/** The action of a rule, what each fault is, and what rules count. */
import { contentFaults, type FixedAnswer, type PlainFault } from '@understudy/contract/sandboxes';
import type { AppliedFault, ContentFault, FaultEffect, FaultOf } from './outcome.js';
import { readFaults, writeFault } from './read-faults.js';

/** One part of what a rule does, and how the journal names it. */
export type FaultAction = { readonly by: AppliedFault } & (
  | { readonly does: 'effect'; readonly effect: FaultEffect }
  | { readonly does: 'alter'; readonly fault: ContentFault }
  | { readonly does: 'delay'; readonly fault: FaultOf<'delay'> }
  | { readonly does: 'drip'; readonly fault: FaultOf<'drip'> }
  | { readonly does: 'bandwidth'; readonly fault: FaultOf<'bandwidth'> }
  | { readonly does: 'stall'; readonly fault: FaultOf<'stall'> }
  | { readonly does: 'hang'; readonly fault: FaultOf<'hang'> }
  | { readonly does: 'quota'; readonly fault: FaultOf<'quota'> }
  | { readonly does: 'outage'; readonly fault: FaultOf<'outage'>; readonly effect: FaultEffect }
);

/** What fails during an outage; what was read is one fault of the answer or the connection. */
function failureOf({ as }: FaultOf<'outage'>): FaultEffect {
  const read = readFaults(as);
  const fault = 'faults' in read ? read.faults[0]?.fault : undefined;
  const part = fault === undefined || fault.fault === 'preset' ? undefined : actionOf(fault, null);
  if (part?.does !== 'effect' || !('fault' in part.effect)) throw new TypeError(`an outage cannot be ${as}`);
  return { ...part.effect, isFirst: true };
}

const contentNames: ReadonlySet<string> = new Set(contentFaults.map(({ shape }) => shape.fault.value));

const isContentFault = (fault: PlainFault): fault is ContentFault => contentNames.has(fault.fault);

/** A fault as a part of the rule of an id; null for one that a request asked for itself. */
export function actionOf(fault: PlainFault, rule: string | null): FaultAction {
  const by = { rule, fault: writeFault(fault) };
  if (isContentFault(fault)) return { does: 'alter', fault, by };
  switch (fault.fault) {
    case 'delay':
      return { does: fault.fault, fault, by };
    case 'drip':
      return { does: fault.fault, fault, by };
    case 'bandwidth':
      return { does: fault.fault, fault, by };
    case 'stall':
      return { does: fault.fault, fault, by };
    case 'hang':
      return { does: fault.fault, fault, by };
    case 'quota':
      return { does: fault.fault, fault, by };
    case 'outage':
      return { does: fault.fault, fault, effect: failureOf(fault), by };
    default:
      return { does: 'effect', effect: { fault, isFirst: false }, by };
  }
}

/** A fixed response as a part. */
export function answerAction(answer: FixedAnswer, rule: string | null): FaultAction {
  return { does: 'effect', effect: { answer }, by: { rule, fault: 'answer' } };
}

/** The count of one key: of a rule in all, or of one URL, client, token or operation that it counts by itself. */
export interface Tally {
  /** Requests that matched. */
  readonly matched: number;
  /** How often it was applied. */
  readonly struck: number;
  /** When its window or its outage began, by the clock of the sandbox, in ms since 1970; null before the first. */
  readonly since: number | null;
  /** Requests in the present window of a quota. */
  readonly used: number;
}

/** What stands under a key that was never counted, and under one that was forgotten or is damaged. */
export const NO_TALLY: Tally = { matched: 0, struck: 0, since: null, used: 0 };

/** What a step makes of the counts that it was given: the counts to keep, in the same order, and what it has decided by them. */
export interface Counted<Result> {
  readonly tallies: readonly Tally[];
  readonly result: Result;
}

/** Decides by some counts. It is pure, and may run again where another process came first. */
export type CountStep<Result> = (held: readonly Tally[]) => Counted<Result>;

/** A count with its key. */
export type TallyEntry = readonly [key: string, tally: Tally];
