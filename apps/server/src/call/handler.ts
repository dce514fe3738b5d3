/** What a handler is: facts in, an outcome out. It knows neither HTTP, nor the store, nor the controls. */
import type { AnswerShape, List, Operation, Single } from '@understudy/contract';
import type { z } from 'zod';
import type { Listing } from '../listing/listing.js';
import type { View } from '../state/view.js';
import type { Write } from '../state/writes.js';

/** Everything a handler may know. */
export interface Facts<Input> {
  /** The input, parsed by the contract's schema. */
  readonly input: Input;
  /** The records of the sandbox, before this call. */
  readonly view: View;
  /** The present by the sandbox's clock, in ms since 1970. */
  readonly now: number;
  /**
   * Id for a record to create: a hash of the sandbox's seed and what makes the record itself, and of
   * the Idempotency-Key unless the record can exist only once.
   */
  readonly newId: (prefix: string, naturalKey: readonly unknown[], once?: 'once') => string;
}

/** A value to answer, and what to write. */
export interface Result<Value> {
  readonly value: Value;
  readonly writes?: readonly Write[];
}

type Item<Output> = Output extends { data: (infer One)[] } ? One : Output extends { data: infer One } ? One : never;

/** What a handler gives back for each shape of answer. */
export type OutcomeOf<Answers extends AnswerShape, Output> = Answers extends 'list'
  ? Item<Output> extends infer Entry extends { readonly id: string }
    ? Listing<Entry>
    : never
  : Answers extends 'written'
    ? Result<readonly Item<Output>[]>
    : Answers extends 'record'
      ? Result<Item<Output>>
      : Result<Output>;

/** The handler of an operation. */
export type HandlerOf<Op extends Operation> = (
  facts: Facts<z.output<Op['input']>>,
) => OutcomeOf<Op['answers'], z.input<Op['output']>> | Promise<OutcomeOf<Op['answers'], z.input<Op['output']>>>;

/** The handlers of a domain, by operation: leaving one out does not compile. */
export type HandlersOf<Domain extends Readonly<Record<string, Operation>>> = {
  readonly [Name in keyof Domain]: HandlerOf<Domain[Name]>;
};

/** An answer in its envelope, or the bare document of operations that have none. */
export type Answer = List<unknown> | Single<unknown> | unknown;
