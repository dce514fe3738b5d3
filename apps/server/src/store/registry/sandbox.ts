/** A private copy of the whole API: seeded data, the writes made to it, its clock. */
import type { CountStep, TallyEntry } from '../../faults/action.js';
import { CommitQueue, type CommitTarget, type Limits } from '../commit/commit-queue.js';
import { checkState } from '../commit/commit.js';
import type { Counts, Mark, StoredRecord } from '../model/internal.js';
import { bytesOf, type SandboxConfig } from '../model/state.js';
import type { Replacement } from '../stores/store.js';
import { LocalCopy, type Registered } from './local-copy.js';
import type { StoredRule } from '@understudy/contract/sandboxes';
import type { ClockState } from '../../kit/clock.js';
import type { View } from '../model/view.js';

/** A whole state that a sandbox takes over. */
export interface WholeState extends Omit<Replacement, 'config'> {
  readonly config: SandboxConfig;
  /** Whether it has nothing to do with what was there before. */
  readonly isAnew?: boolean;
}

/** One sandbox in this process: who reads it and who writes to it. */
export class Sandbox extends LocalCopy implements CommitTarget {
  readonly #parts: Registered<Sandbox>;
  #commits: CommitQueue | undefined;

  constructor(name: string, parts: Registered<Sandbox>) {
    super(name, parts);
    this.#parts = parts;
  }

  protected changed(): void {
    this.#parts.notify(this);
  }

  protected counted(bytes: number): void {
    this.#parts.counted(bytes);
  }

  /** What it holds beyond the seeded data, as far as that is alive. */
  get counts(): Counts {
    return this.state.counts;
  }

  get config(): SandboxConfig {
    return this.state.config;
  }

  get view(): View {
    return this.state.view;
  }

  /** Its fault rules, in the order in which they are tried. */
  get rules(): readonly StoredRule[] {
    return this.state.rules;
  }

  get clock(): ClockState {
    return this.state.clock;
  }

  /** The present, in ms since 1970. */
  now(): number {
    return this.state.now();
  }

  /** Since when it is what it is, in ms since 1970; 0 where that is not known. */
  get began(): number {
    return this.#parts.beginnings.of(this.name, this.clock);
  }

  /** What it may hold. */
  get limits(): Limits {
    return this.#parts.limits;
  }

  /** The writers of this process. */
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
    const isThere = await this.learnChanges();
    if (isThere) this.#parts.enter(this);
    else this.#parts.lose(this);
    return isThere;
  }

  /** Runs one writer at a time: writers of one process queue up instead of colliding. */
  exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.commits.exclusively(work);
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
    if (mark.generation !== 0) return this.writeOn({ mark, stored: mark }, writes);
    const stored = await this.#begun(mark);
    return stored === 'conflict' ? stored : this.writeOn({ mark, stored }, writes);
  }

  /** Counts: gives a step the counts under some keys, and keeps what it makes of them; at once where no other process counts. */
  tally<Result>(keys: readonly string[], step: CountStep<Result>): Result | Promise<Result> {
    this.#parts.tallied(this);
    return this.#parts.store.tally(this.name, keys, step);
  }

  /** What is counted in it, used last at the end. */
  tallies(): Promise<readonly TallyEntry[]> {
    return this.#parts.store.tallies(this.name);
  }

  /** Replaces everything by a whole state; what is counted stays where the state says nothing of it. */
  async replace({ config, revision, records, tallies, isAnew = false }: WholeState): Promise<'written' | 'conflict'> {
    const { mark } = this;
    const isUnconfigured = config === this.#parts.defaults;
    if (!isUnconfigured) await this.#parts.checkConfig(this, config);
    checkState({ records, configured: isUnconfigured ? 0 : bytesOf(config) }, this);
    const stored = await this.#begun(mark);
    if (stored === 'conflict') return stored;
    const replacement = { config: isUnconfigured ? null : config, revision, records, tallies };
    const result = await this.replaceOn({ mark, stored }, replacement);
    if (result === 'conflict') return result;
    if (isAnew) this.#parts.beginnings.begin(this.name);
    await this.#parts.journals.begin(this.name);
    return result;
  }

  /** The mark to write on: where nobody has written yet, it comes into being. */
  async #begun(mark: Mark): Promise<Mark | 'conflict'> {
    if (mark.generation !== 0) return mark;
    await this.#parts.begin(this.name);
    const stored = this.#parts.store.exclusive ? mark : await this.#parts.admit(this.name);
    if (stored === 'conflict') await this.learn();
    else this.#parts.enter(this);
    return stored;
  }

  /** Starts over as nobody had ever used it; what was kept of its answers is no longer true. */
  retire(): void {
    this.#parts.beginnings.begin(this.name);
    this.beginAnew();
  }
}
