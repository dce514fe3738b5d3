/** Records as a store has them, and those that the server keeps for itself. */
import { EARLIEST_INSTANT, LATEST_INSTANT } from '@understudy/contract/kit';
import { storedRules } from '@understudy/contract/sandboxes';
import { z } from 'zod';
import type { ClockState } from '../../kit/clock.js';
import { internalCollection } from '../../kit/collection.js';
import { countedWindows } from '../../kit/implement.js';
import { sequences } from '../../kit/records.js';
import { replayGuards } from '../../kit/replay-guard.js';
import type { AnswerHead } from '../../kit/handler.js';
import { byteLength } from '#platform/runtime';

/** The members of an answer under a key; those of its head are left out where it is a plain 200. */
const replayedAnswer = z.object({
  answer: z.unknown(),
  status: z.literal([201, 202, 204]).optional(),
  /** A path below the base URL of the sandbox, which may be another once a snapshot was restored. */
  location: z.string().startsWith('/').optional(),
  retry_after: z.int().min(0).optional(),
  /** What a browser got instead of the answer. */
  redirect: z
    .union([
      z.object({ location: z.string(), cookie: z.string().optional() }),
      z.object({
        html: z.string(),
        status: z.int().min(200).max(599).optional(),
        policy: z.string(),
        cookie: z.string().optional(),
      }),
    ])
    .optional(),
});

type ReplayedAnswer = z.infer<typeof replayedAnswer>;

/** Gives an answer and its head the form in which they are stored. */
export function storedAnswer(answer: unknown, head?: AnswerHead): ReplayedAnswer {
  if (head === undefined) return { answer };
  const { status, location, retryAfter, redirect } = head;
  return {
    answer,
    ...(status === 200 ? {} : { status }),
    ...(location !== undefined && { location }),
    ...(retryAfter !== undefined && { retry_after: retryAfter }),
    ...(redirect !== undefined && { redirect: JSON.parse(JSON.stringify(redirect)) as ReplayedAnswer['redirect'] }),
  };
}

/** The head of an answer that was stored; undefined for a plain 200. */
export function replayedHead({
  status,
  location,
  retry_after: retryAfter,
  redirect,
}: ReplayedAnswer): AnswerHead | undefined {
  const said = [status, location, retryAfter, redirect];
  if (said.every((one) => one === undefined)) return undefined;
  return { status: status ?? 200, location, retryAfter, redirect };
}

/** The answer of a write that was sent under an Idempotency-Key. */
export const idempotencyRecords = internalCollection({
  name: 'idempotency',
  prefix: 'idem',
  schema: replayedAnswer.extend({ id: z.string(), payload: z.string(), expires_at: z.number() }),
  expires: (record) => record.expires_at,
});

/** The one record of the clock collection. */
export const CLOCK_ID = 'clock';

const clockState: z.ZodType<ClockState> = z.union([
  z.object({ mode: z.literal('real') }),
  z.object({ mode: z.literal('frozen'), at: z.int().min(EARLIEST_INSTANT).max(LATEST_INSTANT) }),
  z.object({ mode: z.literal('running'), offset: z.int() }),
]);

/** The clock, once it was wound. */
export const clocks = internalCollection({
  name: 'clock',
  prefix: 'clock',
  schema: z.object({ id: z.literal(CLOCK_ID), state: clockState }),
});

/** The one record of the collection of rules. */
export const RULES_ID = 'rules';

/** The fault rules, once somebody has set them, and the serial of the next one. */
export const ruleLists = internalCollection({
  name: 'fault_rules',
  prefix: 'fault_rules',
  schema: z.object({ id: z.literal(RULES_ID), next: z.int().min(1), rules: storedRules }),
});

/** Collections that hold one record for each of a fixed few things, and do not count against a sandbox's limit of records. */
export const uncounted: ReadonlySet<string> = new Set([clocks.name, ruleLists.name, sequences.name]);

/** Those of them whose bytes do not count either: they are as few as the records. */
export const weightless: ReadonlySet<string> = new Set([clocks.name, sequences.name]);

/** All internal collections. */
export const internalCollections = [idempotencyRecords, clocks, ruleLists, sequences, countedWindows, replayGuards];

/** A record that differs from the seeded data. */
export interface StoredRecord {
  readonly collection: string;
  readonly id: string;
  /** The record as JSON data; {@link REMOVED} where it was removed; null takes it away, once its life has ended. */
  readonly value: unknown;
  /**
   * Position among the records created in its collection, from 0; null where it is in no list, or a seeded record
   * changed. A record that is written again with null keeps the position it has.
   */
  readonly order: number | null;
  /** When its life ends, by the sandbox's clock, in ms since 1970; null: never. */
  readonly expires: number | null;
}

/** The `expires` of a record that somebody has yet to finish: it ends then, and nobody knows when. */
export const UNFINISHED = Number.MAX_SAFE_INTEGER;

/**
 * The `value` of a record that was removed. It stays where the record was: the positions of others do not move, and a
 * process that knows the record learns that it is gone.
 */
export const REMOVED = 'removed';

/** Sizes of the values that were measured; a value never changes once it is stored. */
const sizes = new WeakMap<object, number>();

function remember(value: unknown, bytes: number): number {
  if (typeof value === 'object' && value !== null) sizes.set(value, bytes);
  return bytes;
}

/** The JSON of a value, as stores keep it. */
export function textOf(value: unknown): string {
  const text = JSON.stringify(value);
  remember(value, byteLength(text));
  return text;
}

/** The value of a JSON text that a store has kept. */
export function valueOf(text: string): unknown {
  const value: unknown = JSON.parse(text);
  remember(value, byteLength(text));
  return value;
}

/** Bytes that a value takes: its JSON in UTF-8. What is not there takes none. */
export function sizeOf(value: unknown): number {
  if (value === null || value === undefined) return 0;
  const measured = typeof value === 'object' ? sizes.get(value) : undefined;
  return measured ?? remember(value, byteLength(JSON.stringify(value)));
}

/** How much a sandbox holds beyond the seeded data. */
export interface Counts {
  /** Records that were created or changed. */
  readonly changed: number;
  /** Bytes that they take. */
  readonly bytes: number;
}

/**
 * How far someone knows a sandbox: revisions count its writes, and a new generation begins whenever
 * its whole state is replaced. Generation 0 is the seeded data alone.
 */
export interface Mark {
  readonly generation: number;
  readonly revision: number;
}

/** Where everyone starts. */
export const UNKNOWN: Mark = { generation: 0, revision: 0 };
