/** A private copy of the whole API: seeded data, the writes made to it, its clock. */
import type { Journal } from '../../journal/journal.js';
import type { ClockState } from '../../kit/clock.js';
import { ownText } from '../../kit/own-text.js';
import { CommitQueue } from './commit-queue.js';
import { LocalCopy } from './local-copy.js';
import type { Registered } from './registered.js';
import { checkState, type Limits } from './room.js';
import type { SandboxConfig } from '../model/sandbox-config.js';
import type { Counts, State } from '../model/state.js';
import type { Mark, StoredRecord } from '../stores/store.js';
import type { View } from '../model/view.js';
import { WriterQueue } from './writer-queue.js';

/** One sandbox in this process: who reads it and who writes to it. */
export class Sandbox {
  readonly name: string;
  readonly #parts: Registered;
  readonly #copy: LocalCopy;
  readonly #writers: WriterQueue;
  #commits: CommitQueue | undefined;

  constructor(name: string, parts: Registered) {
    // Cut from a URL, which is not to be kept.
    this.name = ownText(name);
    this.#parts = parts;
    this.#copy = new LocalCopy(this.name, parts);
    this.#writers = new WriterQueue(parts.store);
  }

  /** All it holds, as far as this process knows; it changes with every write. */
  get state(): State {
    return this.#copy.state;
  }

  /** What it holds beyond the seeded data, as far as that is alive. */
  get counts(): Counts {
    return this.state.counts;
  }

  /** What it may hold. */
  get limits(): Limits {
    return this.#parts.limits;
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

  /** Whether somebody configured it, by PUT or in a snapshot. */
  get isConfigured(): boolean {
    return this.#copy.isConfigured;
  }

  /** Whether this process has it among those it holds, so that its bytes count. */
  set isHeld(isHeld: boolean) {
    this.#copy.isHeld = isHeld;
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

  /** Learns what other processes wrote, for somebody who uses it. */
  async refresh(): Promise<void> {
    if (this.#parts.store.exclusive || (await this.learn())) return;
    // One of them may have forgotten it: then it is as if it came into being now.
    this.#parts.visit(this);
  }

  /** Learns what other processes wrote, and whether the store has anything of this sandbox. */
  async learn(): Promise<boolean> {
    const isThere = await this.#copy.learn();
    if (isThere) this.#parts.enter(this);
    else this.#parts.lose(this);
    return isThere;
  }

  /** Runs one writer at a time: writers of one process queue up instead of colliding. */
  exclusively<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    return this.#writers.inTurn(work, signal);
  }

  /** Whether a writer would have to wait for others. */
  get isBusy(): boolean {
    return this.#writers.isBusy;
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

  /** Makes room for so many bytes more; false where they would be more than the process may hold. */
  makeRoom(bytes: number): boolean {
    return bytes <= 0 || this.#parts.makeRoom(this, bytes);
  }

  /** Makes one write or several on top of a mark that was known here, and answers the next one. */
  async write(writes: readonly (readonly StoredRecord[])[], mark = this.mark): Promise<Mark | 'conflict'> {
    const stored = await this.#begun(mark);
    return stored === 'conflict' ? stored : this.#copy.write(writes, mark, stored);
  }

  /** Puts a whole state in the place of what is there. */
  async replace(
    config: SandboxConfig,
    revision: number,
    records: readonly StoredRecord[],
  ): Promise<'written' | 'conflict'> {
    const { mark } = this;
    const isUnconfigured = config === this.#parts.defaults;
    if (!isUnconfigured) await this.#parts.checkConfig(this, config);
    checkState(records, this);
    const stored = await this.#begun(mark);
    if (stored === 'conflict') return stored;
    return this.#copy.replace({ config: isUnconfigured ? null : config, revision, records }, mark, stored);
  }

  /** The mark to write on: where nobody has written yet, it comes into being. */
  async #begun(mark: Mark): Promise<Mark | 'conflict'> {
    if (mark.generation !== 0) return mark;
    const stored = this.#parts.store.exclusive ? mark : await this.#parts.admit(this.name);
    if (stored === 'conflict') await this.learn();
    else this.#parts.enter(this);
    return stored;
  }

  /** Starts over as nobody had ever used it; what was kept of its answers is no longer true. */
  retire(): void {
    this.#copy.retire();
  }
}
