/** The state of a sandbox at the mark that this process has reached, and what is kept beside it. */
import { type Mark, UNKNOWN } from '../model/mark.js';
import { bytesOf, readConfig, type SandboxConfig } from '../model/sandbox-config.js';
import { State } from '../model/state.js';
import type { StoredRecord } from '../model/stored-record.js';
import type { Changes } from '../stores/store.js';
import type { Counted, SandboxParts } from './sandbox-parts.js';

/** What this process knows of a sandbox; it asks nobody. */
export class KnownState {
  readonly #parts: SandboxParts & Counted;
  #mark: Mark = UNKNOWN;
  #state: State;
  /** Bytes that were counted; undefined while nobody counts them. */
  #counted: number | undefined;
  #isConfigured = false;
  /** Another object after each change, so that what was made from one state is never taken for another's. */
  #stamp: object | undefined;

  constructor(parts: SandboxParts & Counted) {
    this.#parts = parts;
    this.#state = this.#stateOf(parts.defaults, 0);
  }

  #stateOf(config: SandboxConfig, configured: number): State {
    return new State(config, this.#parts.datasets.get(config.seed, config.sizes), { configured });
  }

  /** The state at the mark. It changes with every write, and is another one where everything begins anew. */
  get state(): State {
    return this.#state;
  }

  get mark(): Mark {
    return this.#mark;
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

  /** Whether this process has it among those it holds, so that its bytes count. */
  set isHeld(isHeld: boolean) {
    if (isHeld) this.#counted ??= 0;
    this.#recount(isHeld ? this.#state.bytes : 0);
    if (!isHeld) this.#counted = undefined;
  }

  #recount(bytes: number): void {
    if (this.#counted === undefined || bytes === this.#counted) return;
    const change = bytes - this.#counted;
    this.#counted = bytes;
    this.#parts.counted(change);
  }

  /** Stands at another mark, to which some changes have led. */
  advance(mark: Mark, records: readonly StoredRecord[]): void {
    this.#mark = mark;
    this.#state.apply(records);
    this.#stamp = undefined;
    this.#recount(this.#state.bytes);
  }

  /** Begins anew, with a whole state. */
  begin({ mark, config, records }: Changes): void {
    const read = readConfig(config, this.#parts);
    this.#isConfigured = config !== null;
    this.#state = this.#stateOf(read, this.#isConfigured ? bytesOf(read) : 0);
    this.advance(mark, records);
  }
}
