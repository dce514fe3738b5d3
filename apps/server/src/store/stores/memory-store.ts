/** The store that lives and dies with the process. */
import { type CountStep, NO_TALLY, type Tally, type TallyEntry } from '../../faults/action.js';
import { tooLargeToRead } from '../model/failures.js';
import { type Counts, type Mark, sizeOf, type StoredRecord, UNFINISHED } from '../model/internal.js';
import {
  type Changes,
  type Counting,
  isBlank,
  type StoredToken,
  type Lifetime,
  type ListedSandbox,
  type Replacement,
  type Store,
  TALLY_LIMITS,
  type TallyLimits,
  type TokenTable,
} from './store.js';

/** The first of a map or a set: what was used longest ago, where each use puts it at the end. */
function oldest<Key>(of: { readonly keys: () => Iterator<Key> }): Key | undefined {
  const { done, value } = of.keys().next();
  return done === true ? undefined : value;
}

/** Keeps counts by sandbox and key. Maps keep the order in which things were put into them, and cost less than a cache. */
export class MemoryTallies {
  readonly #limits: TallyLimits;
  /** Both in the order in which they were used. */
  readonly #sandboxes = new Map<string, Map<string, Tally>>();
  #size = 0;

  constructor(limits: TallyLimits = TALLY_LIMITS) {
    this.#limits = limits;
  }

  /** Counts; what a step throws leaves everything as it was. */
  tally<Result>(sandbox: string, keys: readonly string[], step: CountStep<Result>): Result {
    const stored = this.#sandboxes.get(sandbox);
    const { tallies, result } = step(keys.map((key) => stored?.get(key) ?? NO_TALLY));
    if (tallies.length < keys.length) throw new Error('a step must answer a count for each key');
    this.#put(sandbox, keys, tallies);
    return result;
  }

  /** The counts of a sandbox, those used last at the end. */
  of(sandbox: string): TallyEntry[] {
    return [...(this.#sandboxes.get(sandbox) ?? [])];
  }

  /** Puts others in the place of those of a sandbox. */
  replace(sandbox: string, entries: readonly TallyEntry[]): void {
    this.#size -= this.#sandboxes.get(sandbox)?.size ?? 0;
    this.#sandboxes.delete(sandbox);
    const [keys, tallies] = [entries.map(([key]) => key), entries.map(([, tally]) => tally)];
    this.#put(sandbox, keys, tallies);
  }

  clear(): void {
    this.#sandboxes.clear();
    this.#size = 0;
  }

  #put(sandbox: string, keys: readonly string[], tallies: readonly Tally[]): void {
    if (keys.length === 0) return;
    const stored = this.#sandboxes.get(sandbox) ?? new Map<string, Tally>();
    const before = stored.size;
    for (const [i, key] of keys.entries()) {
      stored.delete(key);
      stored.set(key, tallies[i] ?? NO_TALLY);
    }
    this.#sandboxes.delete(sandbox);
    this.#sandboxes.set(sandbox, stored);
    this.#size += stored.size - before;
    while (stored.size > this.#limits.perSandbox) this.#forget(stored);
    while (this.#size > this.#limits.perStore) this.#forgetAny();
  }

  /** Forgets the key that was used longest ago. */
  #forget(stored: Map<string, Tally>): void {
    const key = oldest(stored);
    if (key !== undefined && stored.delete(key)) this.#size -= 1;
  }

  /** The same, of the sandbox that was used longest ago. */
  #forgetAny(): void {
    const sandbox = oldest(this.#sandboxes);
    const stored = sandbox === undefined ? undefined : this.#sandboxes.get(sandbox);
    if (sandbox === undefined || stored === undefined) return;
    this.#forget(stored);
    if (stored.size === 0) this.#sandboxes.delete(sandbox);
  }
}

/** Keeps tokens by their hashes. */
class MemoryTokens implements TokenTable {
  readonly #tokens = new Map<string, StoredToken>();

  async add(token: StoredToken, limit: number): Promise<'added' | 'full'> {
    for (const { hash, expiresAt } of this.#tokens.values())
      if (expiresAt <= token.createdAt) this.#tokens.delete(hash);
    if (this.#tokens.size >= limit) return 'full';
    this.#tokens.set(token.hash, token);
    return 'added';
  }

  async all(now: number): Promise<readonly StoredToken[]> {
    const alive = [...this.#tokens.values()].filter(({ expiresAt }) => expiresAt > now);
    return alive.toSorted((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
  }

  async find(hash: string, now: number): Promise<StoredToken | undefined> {
    const token = this.#tokens.get(hash);
    return token !== undefined && token.expiresAt > now ? token : undefined;
  }

  async remove(id: string): Promise<void> {
    for (const token of this.#tokens.values()) if (token.id === id) this.#tokens.delete(token.hash);
  }
}

/** A sandbox that something is kept of. */
class StoredSandbox implements ListedSandbox {
  readonly name: string;
  readonly position: number;
  readonly createdAt: number;
  usedAt: number;
  mark: Mark;
  config: unknown = null;
  records = new Map<string, { readonly revision: number; readonly record: StoredRecord }>();

  constructor(name: string, { position, mark, now }: { position: number; mark: Mark; now: number }) {
    this.name = name;
    this.position = position;
    this.mark = mark;
    this.createdAt = now;
    this.usedAt = now;
  }

  get isConfigured(): boolean {
    return this.config !== null;
  }

  get isBlank(): boolean {
    return isBlank(this);
  }

  get lifetime(): Lifetime {
    return { createdAt: this.createdAt, usedAt: this.usedAt };
  }
}

const keyOf = ({ collection, id }: StoredRecord): string => `${collection}/${id}`;

function bytesOf(records: readonly StoredRecord[]): number {
  return records.reduce((bytes, { value }) => bytes + sizeOf(value), 0);
}

/** A created record that is written again stays where it is. */
function inOrder(record: StoredRecord, before: StoredRecord | undefined): StoredRecord {
  const isMoved = record.order === null && before !== undefined && before.order !== null;
  return isMoved ? { ...record, order: before.order } : record;
}

/** Keeps everything in this process. */
export class MemoryStore implements Store {
  readonly exclusive = true;
  readonly maxWriters = 2000;
  readonly tokens = new MemoryTokens();
  readonly #sandboxes = new Map<string, StoredSandbox>();
  readonly #tallies = new MemoryTallies();
  readonly #now: () => number;
  #generations = 0;
  /** The sandbox of each generation. */
  readonly #named = new Map<number, string>();
  #positions = 0;

  /** @param now the clock of the machine, in ms since 1970 */
  constructor(now: () => number = () => Date.now()) {
    this.#now = now;
  }

  async changedSince(sandbox: string, mark: Mark, maxBytes = Infinity): Promise<Changes | undefined> {
    const stored = this.#sandboxes.get(sandbox);
    if (stored === undefined) return undefined;
    const isKnown = stored.mark.generation === mark.generation && stored.mark.revision >= mark.revision;
    const since = isKnown ? mark.revision : -1;
    const changed = [...stored.records.values()].filter((entry) => entry.revision > since);
    const records = changed.map((entry) => entry.record);
    const bytes = bytesOf(records);
    if (bytes > maxBytes) throw tooLargeToRead(sandbox, bytes, maxBytes);
    return { mark: stored.mark, config: stored.config, records };
  }

  async glance(sandbox: string, collections: readonly string[]): Promise<Changes | undefined> {
    const stored = this.#sandboxes.get(sandbox);
    if (stored === undefined) return undefined;
    const records = Array.from(stored.records.values(), ({ record }) => record);
    const wanted = records.filter(({ collection }) => collections.includes(collection));
    return { mark: stored.mark, config: stored.config, records: wanted };
  }

  async count({ generation, without, now }: Counting): Promise<Counts> {
    const stored = this.#sandboxes.get(this.#named.get(generation) ?? '');
    const records = Array.from(stored?.records.values() ?? [], ({ record }) => record).filter(
      ({ collection, expires }) => !without.includes(collection) && (expires === null || expires > now),
    );
    return { changed: records.length, bytes: bytesOf(records) };
  }

  async write(sandbox: string, mark: Mark, writes: readonly (readonly StoredRecord[])[]): Promise<Mark | 'conflict'> {
    const stored = this.#at(sandbox, mark);
    if (stored === undefined) return 'conflict';
    const revision = mark.revision + writes.length;
    for (const record of writes.flat()) {
      if (record.value === null) stored.records.delete(keyOf(record));
      else
        stored.records.set(keyOf(record), {
          revision,
          record: inOrder(record, stored.records.get(keyOf(record))?.record),
        });
    }
    stored.usedAt = this.#now();
    stored.mark = { generation: stored.mark.generation, revision };
    return stored.mark;
  }

  async replace(sandbox: string, mark: Mark, replacement: Replacement): Promise<Mark | 'conflict'> {
    const { config, revision, records, tallies } = replacement;
    const stored = this.#at(sandbox, mark);
    if (stored === undefined) return 'conflict';
    const next: Mark = { generation: ++this.#generations, revision };
    this.#named.delete(stored.mark.generation);
    this.#named.set(next.generation, sandbox);
    stored.usedAt = this.#now();
    stored.mark = next;
    stored.config = config;
    stored.records = new Map(records.map((record) => [keyOf(record), { revision, record }]));
    if (tallies !== undefined) this.#tallies.replace(sandbox, tallies);
    return next;
  }

  async admit(sandbox: string, limit: number): Promise<Mark | 'conflict' | 'full'> {
    const stored = this.#sandboxes.get(sandbox);
    if (stored !== undefined) return stored.isBlank ? stored.mark : 'conflict';
    return this.#sandboxes.size < limit ? this.#first(sandbox).mark : 'full';
  }

  async drop(sandbox: string): Promise<void> {
    this.#named.delete(this.#sandboxes.get(sandbox)?.mark.generation ?? 0);
    this.#sandboxes.delete(sandbox);
    this.#tallies.replace(sandbox, []);
  }

  async used(sandboxes: readonly string[]): Promise<void> {
    for (const name of sandboxes) {
      const stored = this.#sandboxes.get(name);
      if (stored !== undefined) stored.usedAt = this.#now();
    }
  }

  /** Whoever has the only process on it knows better which are used. */
  async expire(): Promise<readonly string[]> {
    return [];
  }

  async list(): Promise<readonly ListedSandbox[]> {
    // They stand in the order in which they came into being.
    return [...this.#sandboxes.values()];
  }

  async unfinished(after: string, limit: number): Promise<readonly string[]> {
    const isUnfinished = ({ records }: StoredSandbox): boolean =>
      [...records.values()].some(({ record }) => record.expires === UNFINISHED);
    const found = [...this.#sandboxes.values()].filter((stored) => stored.name > after && isUnfinished(stored));
    return found
      .map(({ name }) => name)
      .toSorted()
      .slice(0, limit);
  }

  tally<Result>(sandbox: string, keys: readonly string[], step: CountStep<Result>): Result {
    return this.#tallies.tally(sandbox, keys, step);
  }

  async tallies(sandbox: string): Promise<readonly TallyEntry[]> {
    return this.#tallies.of(sandbox);
  }

  async check(): Promise<void> {
    // Memory cannot go away.
  }

  async close(): Promise<void> {
    this.#sandboxes.clear();
    this.#named.clear();
    this.#tallies.clear();
  }

  /** What is kept, if it is at the mark; a sandbox is first kept when someone writes on top of nothing. */
  #at(sandbox: string, mark: Mark): StoredSandbox | undefined {
    const stored = this.#sandboxes.get(sandbox);
    if (stored !== undefined) {
      const same = stored.mark.generation === mark.generation && stored.mark.revision === mark.revision;
      return same ? stored : undefined;
    }
    return mark.generation === 0 && mark.revision === 0 ? this.#first(sandbox) : undefined;
  }

  #first(sandbox: string): StoredSandbox {
    const mark = { generation: ++this.#generations, revision: 0 };
    const first = new StoredSandbox(sandbox, { position: this.#positions++, mark, now: this.#now() });
    this.#named.set(first.mark.generation, sandbox);
    this.#sandboxes.set(sandbox, first);
    return first;
  }
}
