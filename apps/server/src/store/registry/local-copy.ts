/** What this process knows of a sandbox, kept up with the store. */
import type { Journals } from '../../journal/journals.js';
import type { Limits } from '../commit/commit-queue.js';
import { type Mark, type StoredRecord, UNKNOWN } from '../model/internal.js';
import { bytesOf, type ConfigDefaults, type Datasets, readConfig, type SandboxConfig, State } from '../model/state.js';
import { type Changes, isBlank, type Replacement, type Store } from '../stores/store.js';
import type { Beginnings } from './lifetimes.js';
import { readFailure } from '../model/failures.js';
import { History } from './overview.js';
import { detachString } from '../../kit/made-once.js';

/** What all sandboxes of a server share. */
export interface SandboxParts extends ConfigDefaults {
  readonly store: Store;
  readonly datasets: Datasets;
  /** The journals of requests: what begins anew begins with an empty one. */
  readonly journals: Pick<Journals, 'begin'>;
  /** What each of them may hold. */
  readonly limits: Limits;
}

/** What a sandbox needs, as a member of a registry. */
export interface Registered<Member> extends SandboxParts {
  readonly beginnings: Beginnings;
  /** Makes a sandbox known to every process on the store, and answers the mark to write on, or throws that there are too many. */
  readonly admit: (name: string) => Promise<Mark | 'conflict'>;
  /** Learns that somebody brings a sandbox into being, or throws that they may not. */
  readonly begin: (name: string) => Promise<void>;
  /** Learns that a sandbox is another than before. */
  readonly notify: (sandbox: Member) => void;
  /** Takes in a sandbox that is about to hold something, or throws that there are too many. */
  readonly enter: (sandbox: Member) => void;
  /** Takes out a sandbox of which another process has left nothing. */
  readonly lose: (sandbox: Member) => void;
  /** Counts as a use of a sandbox, also where it holds nothing. */
  readonly visit: (sandbox: Member) => void;
  /** Learns that something is counted in a sandbox, which may hold nothing. */
  readonly tallied: (sandbox: Member) => void;
  /** Learns that a sandbox among those that are held has more bytes than before, or less. */
  readonly counted: (bytes: number) => void;
  /** Makes room for so many bytes more; false where they would be more than the process may hold. */
  readonly makeRoom: (sandbox: Member, bytes: number) => boolean;
  /** Throws where a sandbox may not be configured so. */
  readonly checkConfig: (sandbox: Member, config: SandboxConfig) => Promise<void>;
}

/** What somebody writes on: the mark that was known here, and what the store calls it. */
export interface WriteBase {
  readonly mark: Mark;
  readonly stored: Mark;
}

/** What may be read beyond the bytes that count: clock, counters, and what is recorded of deliveries. */
const BEYOND_LIMIT = 1_000_000;

/** Questions and writes in a row that have to find nothing new; a try in vain costs about as much as one that succeeds saves. */
const QUIET_AFTER = 3;

/** The state of one sandbox, as the store had it last. */
export abstract class LocalCopy {
  readonly name: string;
  readonly #parts: SandboxParts;
  #mark: Mark = UNKNOWN;
  #state: State;
  #isConfigured = false;
  /** Another object after each change, so that what was made from one state is never taken for another's. */
  #stamp: object | undefined;
  /** Bytes that were counted; undefined while nobody counts them. */
  #counted: number | undefined;
  /** The store's version when it was last asked. */
  #version = Number.NaN;
  /** What it was; undefined while nobody wants to know. */
  #history: History | undefined;
  /** How often in a row the store knew nothing new, or took a write. */
  #unchanged = 0;

  constructor(name: string, parts: SandboxParts) {
    // Cut from a URL, which is not to be kept.
    this.name = detachString(name);
    this.#parts = parts;
    this.#state = this.#stateOf(parts.defaults, 0);
  }

  /** Learns that the state is another than before. */
  protected abstract changed(): void;

  /** Learns that more bytes are held than before, or less. */
  protected abstract counted(bytes: number): void;

  /** The mark that this process knows: the same object as long as nothing changes. */
  get mark(): Mark {
    return this.#mark;
  }

  /** Writes since the sandbox was made or reset. */
  get revision(): number {
    return this.#mark.revision;
  }

  /** Whether nobody has written to it, as far as this process knows. */
  get isMinor(): boolean {
    return this.#mark.generation === 0;
  }

  /** All it holds, as far as this process knows. It changes with every write, and is another one where everything begins anew. */
  get state(): State {
    return this.#state;
  }

  /** What it was before its last writes: those since it is first asked for, or since a rule is there that asks. */
  get history(): History {
    return (this.#history ??= new History());
  }

  /** Whether it is remembered what it was. */
  get hasHistory(): boolean {
    return this.#history !== undefined;
  }

  /** Whether somebody configured it, by PUT or in a snapshot. */
  get isConfigured(): boolean {
    return this.#isConfigured;
  }

  /** Stands for the present state: it is the same object as long as nothing changes. */
  get stamp(): object {
    this.#stamp ??= {};
    return this.#stamp;
  }

  /** Whether this is what a reader must see, without asking the store. */
  get fresh(): boolean {
    const { store } = this.#parts;
    if (store.exclusive) return true;
    return store.version !== undefined && store.version() === this.#version;
  }

  /** Whether others seem not to write at the moment: then a write may be tried unasked. */
  get quiet(): boolean {
    return this.#mark.generation !== 0 && this.#unchanged >= QUIET_AFTER;
  }

  /** Whether this process has it among those it holds, so that its bytes count. */
  set isHeld(isHeld: boolean) {
    if (isHeld) this.#counted ??= 0;
    this.#recount(isHeld ? this.#state.bytes : 0);
    if (!isHeld) this.#counted = undefined;
  }

  /** Learns what other processes wrote, and whether the store has anything of this sandbox, or throws `UnreadableState`. */
  protected async learnChanges(): Promise<boolean> {
    try {
      return await this.#learn();
    } catch (failure) {
      throw readFailure(this.name, failure);
    }
  }

  async #learn(): Promise<boolean> {
    const { store, limits } = this.#parts;
    const version = store.version?.() ?? Number.NaN;
    for (;;) {
      const asked = this.#mark;
      const changes = await store.changedSince(this.name, asked, limits.maxBytes + BEYOND_LIMIT);
      const taken = this.#take(changes, asked);
      if (taken === 'overtaken') continue;
      this.#version = version;
      if (taken === 'news') this.#unchanged = 0;
      // Readers who share an answer find nothing new in it but the first.
      else if (asked === this.#mark) this.#unchanged += 1;
      return changes !== undefined && !isBlank(changes);
    }
  }

  /**
   * Makes one write or several on top of a mark that was known here, and answers the next one; on a conflict, learns
   * what came first and says so. The store may know the mark by another name, where nobody has written yet.
   */
  protected async writeOn(
    { mark, stored }: WriteBase,
    writes: readonly (readonly StoredRecord[])[],
  ): Promise<Mark | 'conflict'> {
    // A reader may have learnt of another write while the writer was at work on what it had read before.
    const isOld = mark !== this.#mark;
    const result = isOld ? 'conflict' : await this.#parts.store.write(this.name, stored, writes);
    if (result === 'conflict') await this.learnChanges();
    else if (mark === this.#mark) {
      this.#unchanged += 1;
      this.#advance({ mark: result, records: writes.flat() });
    } else await this.#reach(result);
    return result;
  }

  /** Replaces what was at a mark by a whole state; on a conflict, learns what came first and says so. */
  protected async replaceOn({ mark, stored }: WriteBase, replacement: Replacement): Promise<'written' | 'conflict'> {
    const isOld = mark !== this.#mark;
    const result = isOld ? 'conflict' : await this.#parts.store.replace(this.name, stored, replacement);
    if (result === 'conflict') {
      await this.learnChanges();
      return result;
    }
    if (mark === this.#mark) this.#begin({ ...replacement, mark: result });
    else await this.#reach(result);
    return 'written';
  }

  /** Starts over as nobody had ever used it. */
  protected beginAnew(): void {
    this.#begin({ mark: UNKNOWN, config: null, records: [] });
  }

  #stateOf(config: SandboxConfig, configured: number): State {
    return new State(config, this.#parts.datasets.get(config.seed, config.sizes), { configured });
  }

  #begin({ mark, config, records }: Changes): void {
    const read = readConfig(config, this.#parts);
    this.#isConfigured = config !== null;
    this.#state = this.#stateOf(read, this.#isConfigured ? bytesOf(read) : 0);
    this.#history = undefined;
    this.#advance({ mark, records });
  }

  #advance({ mark, records }: Pick<Changes, 'mark' | 'records'>): void {
    this.#mark = mark;
    this.#history?.add(this.#state, records);
    this.#state.apply(records);
    if (this.#state.rules.some(({ fault }) => fault?.some((one) => one.fault === 'stale')))
      this.#history ??= new History();
    this.#stamp = undefined;
    this.#recount(this.#state.bytes);
    this.changed();
  }

  #recount(bytes: number): void {
    if (this.#counted === undefined || bytes === this.#counted) return;
    const change = bytes - this.#counted;
    this.#counted = bytes;
    this.counted(change);
  }

  /** Learns of its own write, unless a reader has learnt of it already while the store's answer was on its way. */
  async #reach({ generation, revision }: Mark): Promise<void> {
    const isReached = this.#mark.generation === generation && this.#mark.revision >= revision;
    if (!isReached) await this.learnChanges();
  }

  /** Takes over what the store answered, unless it answered to a mark that is no longer ours, and may be older. */
  #take(changes: Changes | undefined, asked: Mark): 'overtaken' | 'nothing' | 'news' {
    const { generation, revision } = changes?.mark ?? UNKNOWN;
    const mark = this.#mark;
    const isOvertaken = mark !== asked;
    if (generation !== mark.generation || (revision < mark.revision && !isOvertaken)) {
      if (isOvertaken) return 'overtaken';
      this.#begin(changes ?? { mark: UNKNOWN, config: null, records: [] });
      return 'news';
    }
    if (changes === undefined || revision <= mark.revision) return 'nothing';
    this.#advance(changes);
    return 'news';
  }
}
