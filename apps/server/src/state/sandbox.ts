/** A private copy of the whole API: seeded data, the writes made to it, its clock. */
import { Journal } from '../journal/journal.js';
import { type ClockState, readClock, startingClock } from '../kit/clock.js';
import { CLOCK_ID, clocks } from './internal.js';
import { Overlay } from './overlay.js';
import { type SandboxConfig, sandboxConfig } from './sandbox-config.js';
import { type Changes, type Mark, type Store, type StoredRecord, UNKNOWN } from './store.js';
import { View } from './view.js';
import type { Worlds } from './worlds.js';

/** What all sandboxes of a server share. */
export interface SandboxParts {
  readonly store: Store;
  readonly worlds: Worlds;
  /** The configuration of a sandbox that nobody has configured. */
  readonly defaults: SandboxConfig;
  /** Requests that a journal remembers. */
  readonly maxJournal: number;
}

/** One sandbox as this process knows it. */
export class Sandbox {
  readonly name: string;
  readonly #parts: SandboxParts;
  #config: SandboxConfig;
  #mark: Mark = UNKNOWN;
  #overlay = new Overlay();
  #view: View;
  #turn: Promise<unknown> | undefined;
  #journal: Journal | undefined;
  /** Another object after each change, so that what was made from one state is never taken for another's. */
  #stamp: object | undefined;

  constructor(name: string, parts: SandboxParts) {
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
    return this.#parts.store.exclusive;
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
    return this.#overlay.size - this.#overlay.of(clocks.name).records.size;
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

  /** Learns what other processes wrote. */
  async refresh(): Promise<void> {
    if (!this.#parts.store.exclusive) await this.#reload();
  }

  /** Runs one writer at a time: writers of one process queue up instead of colliding. */
  async exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn === undefined ? work() : this.#turn.then(work, work);
    const settled = turn.catch(() => undefined);
    this.#turn = settled;
    try {
      return await turn;
    } finally {
      if (this.#turn === settled) this.#turn = undefined;
    }
  }

  /** Writes on top of the known mark; on a conflict, learns what came first and says so. */
  async write(records: readonly StoredRecord[]): Promise<'written' | 'conflict'> {
    const result = await this.#parts.store.write(this.name, this.#mark, records);
    if (result === 'conflict') {
      await this.#reload();
      return result;
    }
    this.#mark = result;
    this.#overlay.apply(records);
    this.#stamp = undefined;
    return 'written';
  }

  /** Puts a whole state in the place of what is there; on a conflict, learns what came first and says so. */
  async replace(
    config: SandboxConfig,
    revision: number,
    records: readonly StoredRecord[],
  ): Promise<'written' | 'conflict'> {
    const result = await this.#parts.store.replace(this.name, this.#mark, { config, revision, records });
    if (result === 'conflict') {
      await this.#reload();
      return result;
    }
    this.#begin({ mark: result, config, records });
    return 'written';
  }

  /** Starts over as nobody had ever used it; what was kept of its answers is no longer true. */
  retire(): void {
    this.#begin({ mark: UNKNOWN, config: null, records: [] });
  }

  async #reload(): Promise<void> {
    const changes = await this.#parts.store.changedSince(this.name, this.#mark);
    const mark = changes?.mark ?? UNKNOWN;
    if (changes === undefined || mark.generation !== this.#mark.generation) {
      const isKnown = this.#mark.generation === mark.generation && this.#mark.revision === mark.revision;
      if (!isKnown) this.#begin(changes ?? { mark, config: null, records: [] });
      return;
    }
    if (mark.revision === this.#mark.revision) return;
    this.#mark = mark;
    this.#overlay.apply(changes.records);
    this.#stamp = undefined;
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
