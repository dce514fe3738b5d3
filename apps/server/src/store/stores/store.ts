/** What a store must do, and how it fails: it keeps the changed records of each sandbox at a revision, and the tokens of the control API. */
import { version } from '../../server/version.js';
import type { CountStep, TallyEntry } from '../../faults/action.js';
import { ProblemError } from '../../kit/problem-error.js';
import type { Counts, Mark, StoredRecord } from '../model/internal.js';

/** A token as it is kept. */
export interface StoredToken {
  readonly id: string;
  /** SHA-256 of the token, in hex: the token itself is kept nowhere. */
  readonly hash: string;
  /** Names of sandboxes, in which `*` stands for any characters. */
  readonly sandboxes: string;
  /** In ms since 1970, by the clock of the process that made it. */
  readonly createdAt: number;
  readonly expiresAt: number;
}

/** Keeps tokens. Those that have ended by `now`, in ms since 1970, are not there. */
export interface TokenTable {
  /** Adds one, where that makes no more than `limit` of those that have not ended; the others are forgotten. */
  add(token: StoredToken, limit: number): Promise<'added' | 'full'>;
  /** All of them, oldest first. */
  all(now: number): Promise<readonly StoredToken[]>;
  /** The one with a hash. */
  find(hash: string, now: number): Promise<StoredToken | undefined>;
  /** Forgets the one of an id; without effect where it is not there. */
  remove(id: string): Promise<void>;
}

/** The options that a store can be at odds with. */
export type RefusedOption = 'store' | 'seed' | 'size' | 'data' | 'openapi';

/** A store refuses to be used with the options given; nothing was changed in it. */
export class StoreRefused extends Error {
  override readonly name = 'StoreRefused';
  readonly option: RefusedOption;

  /** @param reason what is wrong, to be read after "--store is …, but" */
  constructor(option: RefusedOption, reason: string, cause?: unknown) {
    super(reason, { cause });
    this.option = option;
  }
}

/** A store cannot be used now, and may be later: the options need not be wrong. */
export class StoreAway extends StoreRefused {}

/** What an error says, on one line. */
export function lineOf(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const text = first instanceof Error ? first.message : String(first);
  return text.replace(/\s+/g, ' ').trim();
}

/**
 * Refuses a database that a newer release has changed, and names both.
 *
 * @param release the release that changed its tables last
 */
export function refuseNewer(held: number, known: number, release: string): never {
  throw new StoreRefused(
    'store',
    `Understudy ${release} made it: its schema has version ${held}, and this is Understudy ${version}, which knows versions up to ${known}; start Understudy ${release} or newer, or use another database`,
  );
}

/** What changed after a mark, and the mark it leads to. */
export interface Changes {
  readonly mark: Mark;
  /** The sandbox's configuration, as JSON data; null while nobody has given it one. */
  readonly config: unknown;
  /** The records that changed; all of them where the generation is another, or the revision an earlier one. */
  readonly records: readonly StoredRecord[];
}

/** Whether a sandbox holds nothing: nobody has written to it, or configured it, since it was made known. */
export function isBlank({ mark, config }: Pick<Changes, 'mark' | 'config'>): boolean {
  return mark.revision === 0 && config === null;
}

/** A whole state that replaces everything. */
export interface Replacement {
  readonly config: unknown;
  readonly revision: number;
  readonly records: readonly StoredRecord[];
  /** The counts to begin with; those there are stay where it is left out. */
  readonly tallies?: readonly TallyEntry[] | undefined;
}

/** When a sandbox came into being and was used last, in ms since 1970 by the clock of the store. */
export interface Lifetime {
  readonly createdAt: number;
  /** The last write, or the last use that the store was told of. */
  readonly usedAt: number;
}

/** A sandbox that a store has something of. */
export interface ListedSandbox {
  readonly name: string;
  /** Position in the order of coming into being; it never changes. */
  readonly position: number;
  /** Whether somebody gave it a configuration. */
  readonly isConfigured: boolean;
  /** Whether it holds nothing, as {@link isBlank} says. */
  readonly isBlank: boolean;
  readonly lifetime: Lifetime;
}

/** Which records of a sandbox are counted. */
export interface Counting {
  readonly generation: number;
  /** Collections that are left out. */
  readonly without: readonly string[];
  /** Records whose life has ended by then are left out; in ms since 1970. */
  readonly now: number;
}

/** How many sandboxes are forgotten at once where their idle lives are over. */
export const EXPIRED_AT_ONCE = 100;

/** How many keys of counts are kept; those used longest ago are forgotten first. */
export interface TallyLimits {
  readonly perSandbox: number;
  readonly perStore: number;
}

/** How many every store keeps. */
export const TALLY_LIMITS: TallyLimits = { perSandbox: 10_000, perStore: 200_000 };

/** Keeps the writes of all sandboxes. It knows records, not what they mean. */
export interface Store {
  /** True where no other process can write: what a process has read stays true until it writes. */
  readonly exclusive: boolean;
  /** The tokens of the control API, which are of no sandbox. */
  readonly tokens: TokenTable;
  /** Another number once another process has written, where that is known at once; left out where only asking shows it. */
  readonly version?: () => number;
  /** Writers of a sandbox that may wait in its process; left out where 500 will do. */
  readonly maxWriters?: number;
  /** How long a writer may wait for those of its process that came before, in ms; left out where 5 s will do. */
  readonly turnMs?: number;
  /**
   * What changed after a mark; undefined where it has nothing of this sandbox. More than so many bytes, where
   * a number is given, are refused before they are read.
   */
  changedSince(sandbox: string, mark: Mark, maxBytes?: number): Promise<Changes | undefined>;
  /** The present mark and configuration, with the records of some collections alone, however much there is beside. */
  glance(sandbox: string, collections: readonly string[]): Promise<Changes | undefined>;
  /** How many records there are, and how many bytes of JSON, without reading them. */
  count(counting: Counting): Promise<Counts>;
  /**
   * Makes one write or several on top of a mark, all or none, and answers the next mark, whose revision is later by as
   * many. Another write having come first is a conflict, and nothing is written.
   */
  write(sandbox: string, mark: Mark, writes: readonly (readonly StoredRecord[])[]): Promise<Mark | 'conflict'>;
  /** Replaces everything, where the sandbox still is at a mark, and begins a new generation. */
  replace(sandbox: string, mark: Mark, replacement: Replacement): Promise<Mark | 'conflict'>;
  /**
   * Runs some work while no other process writes to a sandbox, for one that lost to them too often; left out where
   * writers do not overtake each other so easily.
   */
  readonly alone?: <Result>(sandbox: string, work: () => Promise<Result>) => Promise<Result>;
  /**
   * Makes a sandbox known to everyone, and answers the mark to write on: nobody has written to it yet. It is full where
   * this would be one more than `limit`, and a conflict where somebody has written to it, or configured it.
   */
  admit(sandbox: string, limit: number): Promise<Mark | 'conflict' | 'full'>;
  /** Forgets a sandbox. */
  drop(sandbox: string): Promise<void>;
  /** Learns that some sandboxes are used now; without effect on those that it has nothing of. */
  used(sandboxes: readonly string[]): Promise<void>;
  /**
   * Forgets some sandboxes that nobody has used for longer than they live, and answers which. How long one lives, its
   * configuration says (`ttl_seconds`), or `ttlSeconds` where nobody has given it one; null is for ever, as the default
   * sandbox lives. As uses may be told late, by a tenth of a life and by a minute at most, so much is added.
   */
  expire(ttlSeconds: number | null): Promise<readonly string[]>;
  /** The sandboxes it has something of, in the order they came into being. */
  list(): Promise<readonly ListedSandbox[]>;
  /** Some sandboxes that hold a record which expires at `UNFINISHED`: the first after a name, in order of names. */
  unfinished(after: string, limit: number): Promise<readonly string[]>;
  /**
   * Counts: gives a step the counts under some keys of a sandbox, and keeps what it makes of them, all at once and as if
   * nobody else were counting. It makes no revision, and it brings no sandbox into being. Where there are more
   * than {@link TALLY_LIMITS}, those used longest ago are forgotten. At once where the store is exclusive.
   */
  tally<Result>(sandbox: string, keys: readonly string[], step: CountStep<Result>): Result | Promise<Result>;
  /** All counts of a sandbox, those used last at the end; for listings, copies and snapshots. */
  tallies(sandbox: string): Promise<readonly TallyEntry[]>;
  /** Fails while a write could not be made. */
  check(): Promise<void>;
  /** Lets go of what it holds. */
  close(): Promise<void>;
}

/** The problem of somebody who would wait for too many others, or for too long: nothing was written. */
export function busy(detail: string): ProblemError {
  return new ProblemError('service_unavailable', {
    detail: `${detail}; try again in 1 second`,
    headers: { 'retry-after': '1' },
  });
}

/** What a store throws once a server with another seed or other sizes has taken it over: nothing was written. */
export function replacedDataset(): ProblemError {
  return new ProblemError('service_unavailable', {
    detail: 'another server has taken the store over for another seed or other sizes; restart this one',
    headers: { 'retry-after': '1' },
  });
}

/** What a store throws while it cannot do what it is asked to, and why: the client may try again, nothing was written. */
export function storeUnavailable(cause: unknown, why = 'the store cannot be reached at the moment'): ProblemError {
  return new ProblemError('service_unavailable', {
    detail: `${why}; try again in 1 second`,
    headers: { 'retry-after': '1' },
    cause,
  });
}
