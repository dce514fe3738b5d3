/** What the calls of one server share. */
import type { JournalEntry } from '@understudy/contract/sandboxes';
import type { AnyCollection } from '../kit/collection.js';
import type { Sizes } from '../kit/dataset.js';
import type { Users } from '../identity/credentials.js';
import type { RedirectRules } from '../identity/redirects.js';
import type { Deliveries } from '../webhooks/dispatcher.js';
import type { Outbox } from '../webhooks/outbox.js';
import type { Conduct } from '../conduct/conduct.js';
import type { Journals } from '../journal/journals.js';
import type { Scanner } from '../listing/scanner.js';
import type { scheduler } from '../listing/scheduler.js';
import type { Sandboxes } from '../store/registry/sandboxes.js';
import type { Access, ControlTokens } from './access.js';
import type { FairPool } from './fair-pool.js';

/** Limits on what a call may leave behind. */
export interface Limits {
  /** Changed records a sandbox may hold. */
  readonly maxRecords: number;
  /** Webhook registrations a sandbox may hold. */
  readonly maxRegistrations: number;
  /** Largest size of a seeded collection that a call may ask for, by collection. */
  readonly maxSizes: Sizes;
  /** Where browsers may be sent, beside this machine. */
  readonly redirects: RedirectRules;
}

/** Parts of a server that a call works with. */
export interface Services {
  readonly scanner: Scanner;
  readonly registry: Sandboxes;
  readonly journals: Journals;
  readonly conduct: Pick<Conduct, 'of'>;
  /** Every collection a snapshot may hold records of, by name; their domains are loaded for it. */
  readonly collections: () => Promise<ReadonlyMap<string, AnyCollection>>;
  /** Writes requests as an HTTP archive, at the base URL of their sandbox. */
  readonly archive: (entries: readonly JournalEntry[], baseUrl: string) => Promise<object>;
  /** Runs what would take long, step by step, in turn with everything else. */
  readonly turns: Pick<typeof scheduler, 'run' | 'runShort'>;
  /** Names of the operations of the API, which meet faults and are in journals. */
  readonly operations: readonly string[];
  readonly access: Access;
  readonly tokens: ControlTokens;
  /** Reads users and their credentials; undefined where there are none. */
  readonly users: Users | undefined;
  /** Gives keys of passwords their turns. */
  readonly hashing: FairPool;
  /** What a call meets while another one with its Idempotency-Key has no answer. */
  readonly idempotencyInUse: 'wait' | 'conflict';
  readonly outbox: Outbox;
  /** Delivers what the outbox holds. */
  readonly deliveries: Pick<Deliveries, 'wake'>;
  readonly limits: Limits;
  /** Tells whoever runs the server. */
  readonly warn: (line: string) => void;
  /** The clock of the machine, in ms since 1970. */
  readonly machineNow: () => number;
  /** Waits; ends early, by throwing, when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}
