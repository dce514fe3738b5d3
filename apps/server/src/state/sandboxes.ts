/** The registry of sandboxes: each comes into being when it is first named. */
import type { ClockSetting } from '../kit/clock.js';
import { type Sizes, World } from '../kit/world.js';
import { Sandbox } from './sandbox.js';
import type { Store } from './store.js';

/** Name of the sandbox that has the bare origin as its address. */
export const DEFAULT_SANDBOX = 'default';

/** How a sandbox is made when nobody says otherwise. */
export interface SandboxDefaults {
  readonly seed: string;
  readonly sizes: Sizes;
  readonly clock: ClockSetting;
}

/** All sandboxes of a server. */
export class Sandboxes {
  readonly #sandboxes = new Map<string, Sandbox>();

  constructor(defaults: SandboxDefaults, store: Store) {
    const world = new World(defaults.seed, defaults.sizes);
    this.#sandboxes.set(DEFAULT_SANDBOX, new Sandbox(DEFAULT_SANDBOX, world, defaults.clock, store));
  }

  /** The sandbox of a name, or undefined. */
  get(name: string): Sandbox | undefined {
    return this.#sandboxes.get(name);
  }
}
