/** The sandboxes that somebody waits for to change. */
import { later } from '#platform/turns';
import { Waits } from '../../journal/waits.js';
import type { Waiter } from '../../kit/waiter.js';
import type { Sandbox } from './sandbox.js';

/** Time between two looks at a store that other processes write to, in ms. */
const POLL_MS = 1000;

/** What a watched sandbox is, as far as it is looked at. */
type Watchable = Pick<Sandbox, 'fresh' | 'refresh' | 'stamp'>;

/** The sandboxes of one process that somebody waits for. */
export class Watched<Member extends Watchable = Sandbox> {
  readonly #waits = new Waits<Member>();
  readonly #isShared: boolean;
  #isLooking = false;

  /** @param isShared whether other processes write to the store */
  constructor(isShared: boolean) {
    this.#isShared = isShared;
  }

  /** Wakes somebody, once, when a sandbox is no longer as it was at a stamp. */
  add(sandbox: Member, stamp: object, waiter: Waiter): void {
    this.#waits.add(sandbox, 0, waiter);
    if (sandbox.stamp !== stamp) this.#waits.notify(sandbox);
    // What another process writes is seen by who looks, once for all who wait.
    else if (this.#isShared && !this.#isLooking) this.#lookLater();
  }

  /** Wakes it no more. */
  delete(sandbox: Member, waiter: Waiter): void {
    this.#waits.delete(sandbox, waiter);
  }

  /** Wakes those who wait for a sandbox, which has changed. */
  notify(sandbox: Member): void {
    if (!this.#waits.isEmpty) this.#waits.notify(sandbox);
  }

  #lookLater(): void {
    this.#isLooking = true;
    later(() => void this.#look(), POLL_MS);
  }

  async #look(): Promise<void> {
    for (const sandbox of this.#waits.sandboxes) {
      // The store may be away; the next look may find it back.
      if (!sandbox.fresh) await sandbox.refresh().catch(() => undefined);
    }
    if (this.#waits.isEmpty) this.#isLooking = false;
    else this.#lookLater();
  }
}
