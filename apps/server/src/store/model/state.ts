/** What a sandbox holds at a mark: its configuration, and the changed records over the seeded data. */
import type { KeptRule } from '@understudy/contract/sandboxes';
import { type ClockState, readClock, startingClock } from '../../kit/clock.js';
import type { Dataset } from '../../kit/dataset.js';
import type { Counts } from './counts.js';
import { CLOCK_ID, clocks, ruleLists, RULES_ID, uncounted, weightless } from './internal.js';
import { Overlay } from './overlay.js';
import type { SandboxConfig } from './sandbox-config.js';
import { sizeOf } from './size.js';
import type { StoredRecord } from './stored-record.js';
import { View } from './view.js';

/** No rules: the same list for every sandbox that has none. */
const NO_RULES: readonly KeptRule[] = [];

/** What a state is made of, beside its configuration and the seeded data. */
export interface StateParts {
  readonly overlay?: Overlay;
  /** Bytes that its configuration takes, where that is not the one that all sandboxes share. */
  readonly configured?: number;
}

/** The state of a sandbox, as one process knows it. */
export class State {
  readonly config: SandboxConfig;
  /** The records, as a handler sees them. */
  readonly view: View;
  readonly #overlay: Overlay;
  readonly #configured: number;

  constructor(config: SandboxConfig, dataset: Dataset, { overlay = new Overlay(), configured = 0 }: StateParts = {}) {
    this.config = config;
    this.#configured = configured;
    this.view = new View(dataset, overlay);
    this.#overlay = overlay;
  }

  /** The same state, for changes that are seen there alone, until they are made here as well. */
  layer(): State {
    return new State(this.config, this.view.dataset, { overlay: this.#overlay.layer(), configured: this.#configured });
  }

  /** Takes over what changed. */
  apply(records: readonly StoredRecord[]): void {
    this.#overlay.apply(records);
  }

  get clock(): ClockState {
    return this.view.get(clocks, CLOCK_ID)?.state ?? startingClock(this.config.clock);
  }

  /** The fault rules in the order in which they are tried: the same array as long as nobody sets others. */
  get rules(): readonly KeptRule[] {
    return this.view.get(ruleLists, RULES_ID)?.rules ?? this.config.faults ?? NO_RULES;
  }

  /** The serial of the next rule that is set. */
  get nextSerial(): number {
    return this.view.get(ruleLists, RULES_ID)?.next ?? 1;
  }

  /** The present, in ms since 1970. */
  now(): number {
    return readClock(this.clock);
  }

  /** What it holds, those records included whose life has ended, of all collections that a user can see or fill. */
  get held(): Counts {
    let { size: changed, bytes } = this.#overlay;
    for (const name of uncounted) {
      const aside = this.#overlay.of(name);
      changed -= aside.size;
      if (weightless.has(name)) bytes -= aside.bytes;
    }
    return { changed, bytes: bytes + this.#configured };
  }

  /** The part of that which is alive. */
  get counts(): Counts {
    const { changed, bytes } = this.held;
    const ended = this.#overlay.ended(this.now());
    return { changed: changed - ended.length, bytes: bytes - this.sizeOf(ended) };
  }

  /** Bytes of all its records, and of the rules of its configuration. */
  get bytes(): number {
    return this.#overlay.bytes + this.#configured;
  }

  /** Bytes that some records take at present. */
  sizeOf(records: readonly Pick<StoredRecord, 'collection' | 'id'>[]): number {
    return records.reduce((bytes, { collection, id }) => bytes + sizeOf(this.changedRecord(collection, id)), 0);
  }

  /** Whether anything but its clock and its fault rules was changed. */
  get written(): boolean {
    return this.held.changed > 0;
  }

  /** A changed record by the name of its collection; undefined where it was not changed. */
  changedRecord(collection: string, id: string): unknown {
    return this.#overlay.of(collection).get(id);
  }

  /** The removal of every record whose life has ended by an instant. */
  ended(now: number): StoredRecord[] {
    return this.#overlay.ended(now);
  }

  /** Every record that differs from the seeded data. */
  export(): StoredRecord[] {
    return this.#overlay.export(this.now());
  }
}
