/** A private copy of the whole API: seeded data, the writes made to it, its clock. */
import type { Journal } from '../journal/journal.js';
import type { ClockState } from '../kit/clock.js';
import { ownText } from '../kit/own-text.js';
import { CommitQueue } from './commit-queue.js';
import { LocalCopy, type SandboxParts } from './local-copy.js';
import type { SandboxConfig } from './sandbox-config.js';
import type { State } from './state.js';
import type { Mark, StoredRecord } from './store.js';
import type { View } from './view.js';
import { WriterQueue } from './writer-queue.js';

/** What a sandbox needs of the registry that it is in. */
export interface Registered extends SandboxParts {
  /** Makes a sandbox known to every process on the store, or throws that there are too many. */
  readonly admit: (name: string) => Promise<void>;
  /** Takes a sandbox in again that was forgotten while somebody held it, or throws that there are too many. */
  readonly enter: (sandbox: Sandbox) => void;
}

/** One sandbox in this process: who reads it and who writes to it. */
export class Sandbox {
  readonly name: string;
  readonly #parts: Registered;
  readonly #copy: LocalCopy;
  readonly #writers = new WriterQueue();
  #commits: CommitQueue | undefined;

  constructor(name: string, parts: Registered) {
    // Cut from a URL, which is not to be kept.
    this.name = ownText(name);
    this.#parts = parts;
    this.#copy = new LocalCopy(this.name, parts);
  }

  /** All it holds, as far as this process knows; it changes with every write. */
  get state(): State {
    return this.#copy.state;
  }

  get config(): SandboxConfig {
    return this.state.config;
  }

  get view(): View {
    return this.state.view;
  }

  get clock(): ClockState {
    return this.state.clock;
  }

  /** The present, in ms since 1970. */
  now(): number {
    return this.state.now();
  }

  /** The mark this process knows. */
  get mark(): Mark {
    return this.#copy.mark;
  }

  /** Writes since the sandbox was made or reset. */
  get revision(): number {
    return this.mark.revision;
  }

  /** Stands for the present state: it is the same object as long as nothing changes. */
  get stamp(): object {
    return this.#copy.stamp;
  }

  /** Whether what this process knows is what a reader must see, without asking the store. */
  get fresh(): boolean {
    return this.#copy.fresh;
  }

  /** Whether others seem not to write at the moment: then a write may be tried unasked. */
  get quiet(): boolean {
    return this.#copy.quiet;
  }

  /** The requests this process has answered from it, since it was made or reset. */
  get journal(): Journal {
    return this.#copy.journal;
  }

  /** The writers of this process that commit together. */
  get commits(): CommitQueue {
    this.#commits ??= new CommitQueue(this, this.#parts.store);
    return this.#commits;
  }

  /** Learns what other processes wrote; forgotten by one of them, the sandbox comes into being again. */
  async refresh(): Promise<void> {
    if (this.#parts.store.exclusive || (await this.learn())) return;
    await this.#parts.admit(this.name);
    await this.learn();
  }

  /** Learns what other processes wrote, and whether the store has anything of this sandbox. */
  learn(): Promise<boolean> {
    return this.#copy.learn();
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

  /** Makes one write or several on top of a mark that was known here, and answers the next one. */
  async write(writes: readonly (readonly StoredRecord[])[], mark = this.mark): Promise<Mark | 'conflict'> {
    this.#enter(mark);
    return this.#copy.write(writes, mark);
  }

  /** Puts a whole state in the place of what is there. */
  async replace(
    config: SandboxConfig,
    revision: number,
    records: readonly StoredRecord[],
  ): Promise<'written' | 'conflict'> {
    this.#enter(this.mark);
    return this.#copy.replace({ config, revision, records });
  }

  /** Whoever writes to what nobody has used brings it into being. */
  #enter({ generation }: Mark): void {
    if (generation === 0) this.#parts.enter(this);
  }

  /** Starts over as nobody had ever used it; what was kept of its answers is no longer true. */
  retire(): void {
    this.#copy.retire();
  }
}
