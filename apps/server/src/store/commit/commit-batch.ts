/** What some writers of a sandbox have decided, one on top of the other, before anybody else knows of it. */
import type { CommitTarget } from './commit-target.js';
import type { State } from '../model/state.js';
import type { StoredRecord } from '../model/stored-record.js';
import type { Mark } from '../model/mark.js';

/** What a writer makes of the state it finds: what to store, and what it comes to once that is done. */
export type Decision<Result> = { readonly records: readonly StoredRecord[] } & (
  | { readonly result: Result }
  | { readonly failure: unknown }
);

/** Decides on a state. It may run again after a conflict, so it must not do anything else. */
export type Decide<Result> = (state: State) => Promise<Decision<Result>>;

/** Somebody who decides, and waits until that is stored. */
export interface Writer {
  readonly decide: Decide<unknown>;
  /** Aborted when nobody waits for it any more. */
  readonly signal: AbortSignal | undefined;
  isSettled: boolean;
  readonly resolve: (result: unknown) => void;
  readonly reject: (failure: unknown) => void;
}

/** What is known of the state that writers decide on. */
export interface CommitBase {
  /** Whether it was the present state at a time after they came. */
  isSure: boolean;
}

/** Learns the present state, where it is not known to be that. */
export async function makeSure(sandbox: CommitTarget, footing: CommitBase): Promise<void> {
  if (!footing.isSure && !sandbox.fresh) await sandbox.refresh();
  footing.isSure = true;
}

/** Decisions on the way to the store. */
export class CommitBatch {
  readonly #sandbox: CommitTarget;
  readonly #footing: CommitBase;
  #mark: Mark;
  #layer: State | undefined;
  /** Records that the layer has yet to show. */
  #unseen: StoredRecord[] = [];
  #writes: (readonly StoredRecord[])[] = [];
  #decided: { readonly writer: Writer; readonly decision: Decision<unknown> }[] = [];

  constructor(sandbox: CommitTarget, footing: CommitBase) {
    this.#sandbox = sandbox;
    this.#footing = footing;
    this.#mark = sandbox.mark;
  }

  /** What the next writer decides on. */
  get state(): State {
    if (this.#unseen.length > 0) {
      this.#layer ??= this.#sandbox.state.layer();
      this.#layer.apply(this.#unseen);
      this.#unseen = [];
    }
    return this.#layer ?? this.#sandbox.state;
  }

  /** Whether somebody waits for the store. */
  get isHolding(): boolean {
    return this.#writes.length > 0;
  }

  /** Takes in what the next writer decided. */
  add(writer: Writer, decision: Decision<unknown>): void {
    this.#decided.push({ writer, decision });
    if (decision.records.length === 0) return;
    this.#writes.push(decision.records);
    this.#unseen.push(...decision.records);
  }

  /** Stores what was decided, and settles it; false where another process came first. */
  async flush(): Promise<boolean> {
    if (this.#decided.length === 0) return true;
    const holds = this.isHolding ? await this.#store() : await this.#compare();
    if (!holds) return false;
    for (const { writer, decision } of this.#decided) {
      writer.isSettled = true;
      if ('failure' in decision) writer.reject(decision.failure);
      else writer.resolve(decision.result);
    }
    [this.#decided, this.#writes] = [[], []];
    return true;
  }

  async #store(): Promise<boolean> {
    const result = await this.#sandbox.write(this.#writes, this.#mark);
    // On a conflict it has learnt what came first, unless the sandbox is gone and has to come into being again.
    this.#footing.isSure = this.#sandbox.mark.generation !== 0;
    if (result === 'conflict') return false;
    // Where a reader has learnt of it as well, this is another mark than the sandbox's, and the next write a conflict.
    this.#mark = result;
    return true;
  }

  /** The store refuses a write on an old state; what writes nothing is held against it before it is settled. */
  async #compare(): Promise<boolean> {
    await makeSure(this.#sandbox, this.#footing);
    // Also a reader may have changed what a writer saw while it was at work.
    return this.#sandbox.mark === this.#mark;
  }
}
