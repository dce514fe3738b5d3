/** What a domain says of a limit that its operations declare: whom a call counts with, up to where, and how often. */
import type { Credential, Operation } from '@understudy/contract/kit';
import { z } from 'zod';
import { type Collection, internalCollection } from './collection.js';
import type { CredentialOf } from './credential.js';
import type { SoughtRecords } from './records.js';

/** So many in so long. */
export interface Rate {
  readonly requests: number;
  /** Length of a window, in seconds. */
  readonly seconds: number;
}

/** What is known of a call whose writes are counted. */
export interface LimitedCall {
  readonly operation: Operation;
  /** The input, parsed by the schema of its operation. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly records: SoughtRecords;
  /** Who is asking. */
  readonly credential: CredentialOf<Credential, boolean>;
  /** The present by the sandbox's clock, in ms since 1970. */
  readonly now: number;
}

/** What a call counts with. */
export interface LimitedWith {
  /** What is counted together, such as the id of an organization. */
  readonly key: string;
  /** Name of the policy in the headers; that of the limit where left out. */
  readonly policy?: string;
  /** Accepted writes in a window; those of the declaration where left out. */
  readonly quota?: number;
}

/**
 * Says what a call counts with; undefined where that is nobody's, such as a record that is not there: its handler says
 * so.
 */
export type FindLimited = (call: LimitedCall) => LimitedWith | undefined;

const window = z.object({ id: z.string(), since: z.int(), used: z.int().min(0), expires_at: z.int() });

/** The writes that were accepted in the last window of each limit; it is over at its end. */
export const countedWindows: Collection<z.infer<typeof window>> = internalCollection({
  name: 'counted_windows',
  prefix: 'counted',
  schema: window,
  expires: (record) => record.expires_at,
});
