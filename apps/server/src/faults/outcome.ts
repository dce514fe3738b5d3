/** What a request meets of the faults that are set: by itself, in its query and header, and by the rules of its sandbox. */
import type { contentFaults, FixedAnswer, PlainFault } from '@understudy/contract/sandboxes';
import type { z } from 'zod';

/** The fault of a name, with its parameters. */
export type FaultOf<Name extends PlainFault['fault']> = Extract<PlainFault, { readonly fault: Name }>;

/** A fault of the bytes of an answer. */
export type BodyFault = FaultOf<'empty' | 'wrong_type' | 'malformed' | 'charset' | 'truncate' | 'bad_gzip'>;

/** Names of the faults of the bytes of an answer. */
export const bodyFaultNames = [
  'empty',
  'wrong_type',
  'malformed',
  'charset',
  'truncate',
  'bad_gzip',
] as const satisfies readonly BodyFault['fault'][];

/** A fault that leaves an answer whole, and changes what it says. */
export type ContentFault = z.output<(typeof contentFaults)[number]>;

/** Faults that change how the answer comes, while it stays the answer. */
type Pace = 'delay' | 'drip' | 'bandwidth' | 'stall' | 'hang';

/** Faults in the place of the answer, done to its bytes, or to the connection; a quota and an outage strike as one of them. */
export type EffectFault = Exclude<PlainFault, { readonly fault: Pace | ContentFault['fault'] | 'quota' | 'outage' }>;

/** What set a fault, and what it was, for the journal. */
export interface AppliedFault {
  /** Id of the rule; null where the request asked for it itself. */
  readonly rule: string | null;
  /** The fault as a Structured Field item, such as `rate_limit;retry_after=30`; `answer` for a fixed response. */
  readonly fault: string;
}

/** What strikes in the place of the true answer, or is done to it. */
export type FaultEffect =
  | {
      readonly fault: EffectFault;
      /** Headers that the answer has beside its own, in lower case: those of a quota that is used up. */
      readonly headers?: Readonly<Record<string, string>>;
      /** Whether it comes before all waits, as quota and outage do. */
      readonly isFirst: boolean;
    }
  | { readonly answer: FixedAnswer };

/** A fault of what an answer says, and what set it. */
export interface ContentEffect {
  readonly fault: ContentFault;
  readonly by: AppliedFault;
}

/** What a request meets. There is no such object for one that meets nothing. */
export interface FaultOutcome {
  /** Waits before the head, added up, in ms. */
  readonly delayMs: number;
  /** The first of the answer and connection faults, and which of {@link applied} it is. */
  readonly effect?: (FaultEffect & { readonly by?: AppliedFault }) | undefined;
  readonly drip?: FaultOf<'drip'> | undefined;
  readonly bandwidth?: FaultOf<'bandwidth'> | undefined;
  readonly stall?: FaultOf<'stall'> | undefined;
  /** Beats all others. */
  readonly hang?: FaultOf<'hang'> | undefined;
  /** What is done to what the answer says, as far as there is anything to do: all of it, one after the other. */
  readonly content?: readonly ContentEffect[] | undefined;
  /** Headers that a quota adds to the answer, in lower case. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** What struck, the first first; empty where only a quota counted. What {@link content} does is known once it is done. */
  readonly applied: readonly AppliedFault[];
}

/** A limit of requests, as one answer shows it. */
export interface Limit {
  /** Requests in a window. */
  readonly limit: number;
  /** Length of a window, in seconds. */
  readonly window: number;
  readonly left: number;
  /** Until the window is over, in seconds. */
  readonly seconds: number;
  /** When it is over, in seconds since 1970. */
  readonly end: number;
}

/** The headers, in lower case. */
export function limitHeaders({ limit, window, left, seconds, end }: Limit): Readonly<Record<string, string>> {
  return {
    // draft-ietf-httpapi-ratelimit-headers-10 §3 and §4
    'ratelimit-policy': `"default";q=${limit};w=${window}`,
    ratelimit: `"default";r=${left};t=${seconds}`,
    // The same as GitHub and many others say it.
    'x-ratelimit-limit': String(limit),
    'x-ratelimit-remaining': String(left),
    'x-ratelimit-reset': String(end),
  };
}
