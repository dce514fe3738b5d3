/** What a handler is: facts in, an outcome out. It knows neither HTTP, nor the store, nor the controls. */
import type { AnswerShape, Operation } from '@understudy/contract';
import type { z } from 'zod';
import type { DerivedKeys, KeyRequest } from '../identity/password.js';
import type { AnyCollection } from '../kit/collection.js';
import type { ProblemError } from '../kit/problem-error.js';
import type { Listing } from '../kit/listing.js';
import type { Cause, Emitted, Outbox } from '../webhooks/outbox.js';
import type { View } from '../state/model/view.js';
import type { Write } from '../state/model/writes.js';
import type { Redirect } from './beside.js';
import type { Call } from './call.js';
import type { Limits } from './services.js';

/** What a handler may know of who is asking, and how. */
export interface Caller extends Pick<Call, 'baseUrl' | 'authorization' | 'cookie' | 'prefers' | 'posted'> {
  /** Name of the sandbox. */
  readonly sandbox: string;
  /** Origins that browsers may be sent to, beside this machine. */
  readonly redirectAllow: readonly string[];
}

/** Everything a handler may know. */
export interface Facts<Input> extends Cause {
  /** The input, parsed by the contract's schema. */
  readonly input: Input;
  /** The records of the sandbox, before this call. */
  readonly view: View;
  readonly caller: Caller;
  /** What the server allows of things that only one domain has. */
  readonly limits: Pick<Limits, 'maxRegistrations'>;
  /** Emits events to webhooks, for the one domain that answers what came of it. */
  readonly outbox: Outbox;
  /**
   * Id for a record to create: a hash of the sandbox's seed, its content, the Idempotency-Key, and how many equal ones
   * there are already, so that it does not depend on what else ran before.
   */
  readonly newId: (collection: AnyCollection, content: readonly unknown[]) => string;
  /** Id of a record that can exist only once, by what makes it so. */
  readonly onlyId: (collection: AnyCollection, naturalKey: readonly unknown[]) => string;
  /** Keys of the passwords that the handler needs. */
  readonly keys: DerivedKeys;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal: () => AbortSignal;
}

/** What takes long, and is made before a handler runs: who writes keeps the other writers waiting meanwhile. */
export interface Needs {
  /** Keys to derive; one that is named too late costs another run of the handler. */
  readonly keys?: readonly KeyRequest[];
  /** Collections whose seeded records it looks up. */
  readonly collections?: readonly AnyCollection[];
}

/** What is known of a call before its handler runs. */
export type Planned<Input> = Pick<Facts<Input>, 'input' | 'view'>;

/** Tells what a handler will need. */
export type NeedsOf<Input> = (planned: Planned<Input>) => Needs;

/** A value to answer, and what to write. */
export interface Result<Value> {
  readonly value: Value;
  readonly writes?: readonly Write[];
  /** Events that stand or fall with the writes, and are delivered afterwards. */
  readonly emits?: readonly Emitted[];
  /** Members of the answer beside its envelope. */
  readonly beside?: object;
}

/** A failure that writes all the same: what was found out must be kept, such as the misuse of a token. */
export interface Failure {
  readonly failure: ProblemError;
  readonly writes: readonly Write[];
}

/** Sends a browser elsewhere instead of answering. */
export interface Redirection {
  readonly redirect: Redirect;
}

/** What is known where an operation has failed: its input may be faulty. */
export type FailedFacts = Pick<Facts<unknown>, 'input' | 'view' | 'now' | 'caller'>;

/** Turns a problem into a redirect where the caller is a browser that can be sent back; undefined where not. */
export type Carry = (problem: ProblemError, facts: FailedFacts) => Redirect | undefined;

type Item<Output> = Output extends { data: (infer One)[] } ? One : Output extends { data: infer One } ? One : never;

/** What a handler gives back for each shape of answer. */
export type OutcomeOf<Answers extends AnswerShape, Output> = Answers extends 'list'
  ? Listing<{ readonly id: string }, Item<Output>> | Redirection
  : Answers extends 'written' | 'batch'
    ? Result<readonly Item<Output>[]> | Failure
    : Answers extends 'record'
      ? Result<Item<Output>>
      : Result<Output> | Failure;

/** The handler of an operation. One whose errors travel in redirects says how, and one with needs which. */
export interface HandlerOf<Op extends Operation> {
  (
    facts: Facts<z.output<Op['input']>>,
  ): OutcomeOf<Op['answers'], z.input<Op['output']>> | Promise<OutcomeOf<Op['answers'], z.input<Op['output']>>>;
  readonly carry?: Carry;
  readonly needs?: NeedsOf<z.output<Op['input']>>;
}

/** A handler with its needs. */
export function withNeeds<Input, Outcome>(
  needs: NeedsOf<Input>,
  handler: (facts: Facts<Input>) => Outcome,
): ((facts: Facts<Input>) => Outcome) & { readonly needs: NeedsOf<Input> } {
  return Object.assign((facts: Facts<Input>) => handler(facts), { needs });
}

/** The handlers of a domain, by operation: leaving one out does not compile. */
export type HandlersOf<Domain extends Readonly<Record<string, Operation>>> = {
  readonly [Name in keyof Domain]: HandlerOf<Domain[Name]>;
};
