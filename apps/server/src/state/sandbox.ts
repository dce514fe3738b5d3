/** A private copy of the whole API: seeded data, the writes made to it, its clock. */
import { Clock, type ClockSetting } from '../kit/clock.js';
import type { World } from '../kit/world.js';
import { Overlay } from './overlay.js';
import type { Store } from './store.js';
import { View } from './view.js';

let serials = 0;

/** One sandbox as this process knows it. */
export class Sandbox {
  readonly name: string;
  /** Tells this object from every other, also from a later sandbox of the same name. */
  readonly serial: number = ++serials;
  readonly world: World;
  readonly clock: Clock;
  readonly view: View;
  readonly #store: Store;
  readonly #overlay = new Overlay();
  #turn: Promise<unknown> = Promise.resolve();

  constructor(name: string, world: World, clock: ClockSetting, store: Store) {
    this.name = name;
    this.world = world;
    this.clock = new Clock(clock);
    this.#store = store;
    this.view = new View(world, this.#overlay);
  }

  /** The revision this process knows: it grows by one with each write. */
  get revision(): number {
    return this.#overlay.revision;
  }

  /** Changed records, of all collections together. */
  get changed(): number {
    return this.#overlay.size;
  }

  /** Whether what this process knows is what a reader must see, without asking the store. */
  get fresh(): boolean {
    return this.#store.exclusive;
  }

  /** Learns what other processes wrote. */
  async refresh(): Promise<void> {
    if (!this.#store.exclusive) await this.#reload();
  }

  async #reload(): Promise<void> {
    this.#overlay.apply(await this.#store.changedSince(this.name, this.revision));
  }

  /** Runs one writer at a time: writers of one process queue up instead of colliding. */
  async exclusively<Result>(work: () => Promise<Result>): Promise<Result> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn.catch(() => undefined);
    return turn;
  }

  /** Writes on top of the known revision; on a conflict, learns what came first and says so. */
  async write(records: Parameters<Store['write']>[2]): Promise<'written' | 'conflict'> {
    const revision = this.revision;
    const result = await this.#store.write(this.name, revision, records);
    if (result === 'written') this.#overlay.apply({ revision: revision + 1, records });
    else await this.#reload();
    return result;
  }
}
