/** What a sandbox holds at a mark: its configuration, and the changed records over the seeded data. */
import { type ClockState, readClock, startingClock } from '../kit/clock.js';
import type { World } from '../kit/world.js';
import { CLOCK_ID, clocks, uncounted } from './internal.js';
import { Overlay } from './overlay.js';
import type { SandboxConfig } from './sandbox-config.js';
import type { StoredRecord } from './store.js';
import { View } from './view.js';

/** The state of a sandbox, as one process knows it. */
export class State {
  readonly config: SandboxConfig;
  /** The records, as a handler sees them. */
  readonly view: View;
  readonly #overlay: Overlay;

  constructor(config: SandboxConfig, world: World, overlay = new Overlay()) {
    this.config = config;
    this.view = new View(world, overlay);
    this.#overlay = overlay;
  }

  /** The same state, for changes that are seen there alone, until they are made here as well. */
  layer(): State {
    return new State(this.config, this.view.world, this.#overlay.layer());
  }

  /** Takes over what changed. */
  apply(records: readonly StoredRecord[]): void {
    this.#overlay.apply(records);
  }

  get clock(): ClockState {
    return this.view.get(clocks, CLOCK_ID)?.state ?? startingClock(this.config.clock);
  }

  /** The present, in ms since 1970. */
  now(): number {
    return readClock(this.clock);
  }

  /** Changed records held, those whose life has ended included, of all collections that a user can see or fill. */
  get held(): number {
    return [...uncounted].reduce((size, name) => size - this.#overlay.of(name).size, this.#overlay.size);
  }

  /** Those of them that are alive. */
  get changed(): number {
    return this.held - this.#overlay.ended(this.now()).length;
  }

  /** Whether anything but its clock was changed. */
  get written(): boolean {
    return this.held > 0;
  }

  /** Whether a record of a collection was changed. */
  has(collection: string, id: string): boolean {
    return this.#overlay.of(collection).has(id);
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
