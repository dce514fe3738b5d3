/** A private copy of the whole API: seeded data, the writes made to it, its clock. */
import { Journal } from '../journal/journal.js';
import { type ClockState, readClock, startingClock } from '../kit/clock.js';
import { CLOCK_ID, clocks, uncounted } from './internal.js';
import { Overlay } from './overlay.js';
import { type SandboxConfig, sandboxConfig } from './sandbox-config.js';
import { type Changes, type Mark, type Store, type StoredRecord, UNKNOWN } from './store.js';
import { View } from './view.js';
import type { Worlds } from './worlds.js';
import { WriterQueue } from './writer-queue.js';

/** What all sandboxes of a server share. */
export interface SandboxParts {
  readonly store: Store;
  readonly worlds: Worlds;
  /** The configuration of a sandbox that nobody has configured. */
  readonly defaults: SandboxConfig;
  /** Requests that a journal remembers. */
  readonly maxJournal: number;
}

/** What a sandbox needs of the registry that it is in. */
export interface Registered extends SandboxParts {
  /** Makes a sandbox known to every process on the store, or throws that there are too many. */
  readonly admit: (name: string) => Promise<void>;
}

/** Questions in a row that have to find nothing new; a try in vain costs about as much as one that succeeds saves. */
const QUIET_AFTER = 3;

/** One sandbox as this process knows it. */
export class Sandbox {
  readonly name: string;
  readonly #parts: Registered;
  #config: SandboxConfig;
  #mark: Mark = UNKNOWN;
  #overlay = new Overlay();
  #view: View;
  readonly #writers = new WriterQueue();
  /** The store's version when it was last asked. */
  #version = Number.NaN;
  /** How often in a row the store knew nothing new. */
  #unchanged = 0;
  #journal: Journal | undefined;
  /** Another object after each change, so that what was made from one state is never taken for another's. */
  #stamp: object | undefined;

  constructor(name: string, parts: Registered) {
    this.name = name;
    this.#parts = parts;
    this.#config = parts.defaults;
    this.#view = new View(parts.worlds.get(this.#config.seed, this.#config.sizes), this.#overlay);
  }

  get config(): SandboxConfig {
    return this.#config;
  }

  /** The records, as far as this process knows them. */
  get view(): View {
    return this.#view;
  }

  /** The mark this process knows. */
  get mark(): Mark {
    return this.#mark;
  }

  /** Writes since the sandbox was made or reset. */
  get revision(): number {
    return this.#mark.revision;
  }

  /** Stands for the present state: it is the same object as long as nothing changes. */
  get stamp(): object {
    this.#stamp ??= {};
    return this.#stamp;
  }

  /** Whether what this process knows is what a reader must see, without asking the store. */
  get fresh(): boolean {
    const { store } = this.#parts;
    if (store.exclusive) return true;
    // What nobody has used yet comes into being when the store is asked.
    return this.#mark.generation !== 0 && store.version !== undefined && store.version() === this.#version;
  }

  /** Whether others seem not to write at the moment, where only asking tells: then a write may be tried unasked. */
  get quiet(): boolean {
    const isTold = this.#parts.store.version !== undefined;
    return !isTold && this.#mark.generation !== 0 && this.#unchanged >= QUIET_AFTER;
  }

  /** The requests this process has answered from it, since it was made or reset. */
  get journal(): Journal {
    this.#journal ??= new Journal(this.#parts.maxJournal);
    return this.#journal;
  }

  get clock(): ClockState {
    return this.#view.get(clocks, CLOCK_ID)?.state ?? startingClock(this.#config.clock);
  }

  /** The present, in ms since 1970. */
  now(): number {
    return readClock(this.clock);
  }

  /** Changed records that are alive, of all collections that a user can see or fill. */
  get changed(): number {
    return this.held - this.#overlay.ended(this.now()).length;
  }

  /** Changed records held, those whose life has ended included. */
  get held(): number {
    return [...uncounted].reduce((size, name) => size - this.#overlay.of(name).records.size, this.#overlay.size);
  }

  /** Whether a record of a collection was changed. */
  has(collection: string, id: string): boolean {
    return this.#overlay.of(collection).records.has(id);
  }

  /** Whether anything but its clock was changed. */
  get written(): boolean {
    return this.held > 0;
  }

  /** The removal of every record whose life has ended by an instant. */
  ended(now: number): StoredRecord[] {
    return this.#overlay.ended(now);
  }

  /** Every record that differs from the seeded data. */
  export(): StoredRecord[] {
    return this.#overlay.export(this.now());
  }

  /** Learns what other processes wrote; forgotten by one of them, the sandbox comes into being again. */
  async refresh(): Promise<void> {
    if (this.#parts.store.exclusive || (await this.learn())) return;
    await this.#parts.admit(this.name);
    await this.learn();
  }

  /** Learns what other processes wrote, and whether the store has anything of this sandbox. */
  async learn(): Promise<boolean> {
    const { store } = this.#parts;
    const version = store.version?.() ?? Number.NaN;
    for (;;) {
      const asked = this.#mark;
      const changes = await store.changedSince(this.name, asked);
      const taken = this.#take(changes, asked);
      if (taken === 'overtaken') continue;
      this.#version = version;
      if (taken === 'news') this.#unchanged = 0;
      // Readers who share an answer find nothing new in it but the first.
      else if (asked === this.#mark) this.#unchanged += 1;
      return changes !== undefined;
    }
  }

  /** Runs one writer at a time: writers of one process queue up instead of colliding. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const { exclusive, turnMs } = this.#parts.store;
    return exclusive ? this.#writers.inTurn(work) : this.#writers.soon(work, turnMs);
  }

  /** Runs some work while no other process writes, where the store can see to that, on what they wrote before. */
  async alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const { store } = this.#parts;
    if (store.alone === undefined) return work();
    return store.alone(this.name, async () => {
      await this.learn();
      return work();
    });
  }

  /** Writes on top of a mark that was known here; on a conflict, learns what came first and says so. */
  async write(records: readonly StoredRecord[], mark = this.#mark): Promise<'written' | 'conflict'> {
    // A reader may have learnt of another write while the writer was at work on what it had read before.
    const isOld = mark !== this.#mark;
    const result = isOld ? 'conflict' : await this.#parts.store.write(this.name, mark, records);
    if (result === 'conflict') {
      await this.learn();
      return result;
    }
    if (mark === this.#mark) {
      this.#mark = result;
      this.#overlay.apply(records);
      this.#stamp = undefined;
    } else await this.#reach(result);
    return 'written';
  }

  /** Puts a whole state in the place of what is there; on a conflict, learns what came first and says so. */
  async replace(
    config: SandboxConfig,
    revision: number,
    records: readonly StoredRecord[],
  ): Promise<'written' | 'conflict'> {
    const mark = this.#mark;
    const result = await this.#parts.store.replace(this.name, mark, { config, revision, records });
    if (result === 'conflict') {
      await this.learn();
      return result;
    }
    if (mark === this.#mark) this.#begin({ mark: result, config, records });
    else await this.#reach(result);
    return 'written';
  }

  /** Learns of its own write, unless a reader has learnt of it already while the store's answer was on its way. */
  async #reach({ generation, revision }: Mark): Promise<void> {
    const isReached = this.#mark.generation === generation && this.#mark.revision >= revision;
    if (!isReached) await this.learn();
  }

  /** Starts over as nobody had ever used it; what was kept of its answers is no longer true. */
  retire(): void {
    this.#begin({ mark: UNKNOWN, config: null, records: [] });
  }

  /** Takes over what the store answered, unless it answered to a mark that is no longer ours, and may be older. */
  #take(changes: Changes | undefined, asked: Mark): 'overtaken' | 'nothing' | 'news' {
    const { generation, revision } = changes?.mark ?? UNKNOWN;
    const known = this.#mark;
    const isOvertaken = known !== asked;
    if (generation !== known.generation || (revision < known.revision && !isOvertaken)) {
      if (isOvertaken) return 'overtaken';
      this.#begin(changes ?? { mark: UNKNOWN, config: null, records: [] });
      return 'news';
    }
    if (changes === undefined || revision <= known.revision) return 'nothing';
    this.#mark = changes.mark;
    this.#overlay.apply(changes.records);
    this.#stamp = undefined;
    return 'news';
  }

  #begin({ mark, config, records }: Changes): void {
    const { defaults, worlds } = this.#parts;
    this.#mark = mark;
    this.#config = config === null ? defaults : sandboxConfig.parse(config);
    this.#overlay = new Overlay();
    this.#overlay.apply(records);
    this.#view = new View(worlds.get(this.#config.seed, this.#config.sizes), this.#overlay);
    this.#stamp = undefined;
    this.#journal = undefined;
  }
}
