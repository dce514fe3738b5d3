/** An operation of the contract, as everyone who walks through it sees it. */
import type { z } from 'zod';
import type { AnswerShape, Method, OperationMeta } from './operation-meta.js';

/** An operation of the contract, whatever its types. */
export interface Operation {
  readonly method: Method;
  readonly path: `/${string}`;
  /** `domain.operation`. */
  readonly name: `${string}.${string}`;
  readonly answers: AnswerShape;
  readonly meta: OperationMeta;
  readonly input: z.ZodObject;
  /** What is answered. */
  readonly output: z.ZodType;
  /** The members that a merge patch may change, as they must be once it is applied; undefined where it takes none. */
  readonly patched: z.ZodObject | undefined;
  /** What its handler answers: the same, with all members of the records, also those that `fields` leaves out. */
  readonly whole: z.ZodType;
  /** The unfinished procedure; what its handler must be is known only where its types are. */
  readonly procedure: {
    query(handler: never): unknown;
    mutation(handler: never): unknown;
  };
}
