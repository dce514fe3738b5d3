/** What the calls of one server share. */
import type { JournalEntry } from '@understudy/contract/sandboxes';
import type { AnyCollection } from '../kit/collection.js';
import type { Sizes } from '../kit/dataset.js';
import type { Users } from '../identity/credentials.js';
import type { RedirectRules } from '../identity/redirects.js';
import type { Deliveries } from '../webhooks/dispatcher.js';
import type { Outbox } from '../webhooks/outbox.js';
import type { Conduct } from '../conduct/conduct.js';
import type { Journals } from '../journal/journals.js';
import type { Scanner } from '../listing/scanner.js';
import type { scheduler } from '../listing/scheduler.js';
import type { Sandboxes } from '../store/registry/sandboxes.js';
import type { Access, ControlTokens } from './access.js';
import { ProblemError, clientDisconnected } from '../kit/problem-error.js';

/** Limits on what a call may leave behind. */
export interface Limits {
  /** Changed records a sandbox may hold. */
  readonly maxRecords: number;
  /** Webhook registrations a sandbox may hold. */
  readonly maxRegistrations: number;
  /** Largest size of a seeded collection that a call may ask for, by collection. */
  readonly maxSizes: Sizes;
  /** Where browsers may be sent, beside this machine. */
  readonly redirects: RedirectRules;
}

/** Parts of a server that a call works with. */
export interface Services {
  readonly scanner: Scanner;
  readonly registry: Sandboxes;
  readonly journals: Journals;
  readonly conduct: Pick<Conduct, 'of'>;
  /** Every collection a snapshot may hold records of, by name; their domains are loaded for it. */
  readonly collections: () => Promise<ReadonlyMap<string, AnyCollection>>;
  /** Writes requests as an HTTP archive, at the base URL of their sandbox. */
  readonly archive: (entries: readonly JournalEntry[], baseUrl: string) => Promise<object>;
  /** Runs what would take long, step by step, in turn with everything else. */
  readonly scheduler: Pick<typeof scheduler, 'run' | 'runShort'>;
  /** Names of the operations of the API, which meet faults and are in journals. */
  readonly operations: readonly string[];
  readonly access: Access;
  readonly tokens: ControlTokens;
  /** Reads users and their credentials; undefined where there are none. */
  readonly users: Users | undefined;
  /** Gives keys of passwords their turns. */
  readonly hashing: FairPool;
  /** What a call meets while another one with its Idempotency-Key has no answer. */
  readonly idempotencyInUse: 'wait' | 'conflict';
  readonly outbox: Outbox;
  /** Delivers what the outbox holds. */
  readonly deliveries: Pick<Deliveries, 'wake'>;
  readonly limits: Limits;
  /** Tells whoever runs the server. */
  readonly warn: (line: string) => void;
  /** The clock of the machine, in ms since 1970. */
  readonly machineNow: () => number;
  /** Waits; ends early, by throwing, when the signal is aborted. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** How much a pool takes on. */
interface PoolLimits {
  /** Tasks that run at a time. */
  readonly slots: number;
  /** Tasks that may wait. */
  readonly maxWaiting: number;
  /** Tasks that may wait for one owner. */
  readonly maxOwned: number;
}

/** Whom tasks are for, and until when. */
interface TaskOwner {
  /** Stands for the request that asks. */
  readonly owner: object;
  /** Aborted when the tasks are wanted no more. */
  readonly signal: AbortSignal;
}

type Task = () => Promise<void>;

/** Tasks that were asked for together. */
interface Order {
  readonly owner: object;
  readonly waiting: Task[];
  readonly settle: (failure?: unknown) => void;
  running: number;
}

function busy(): ProblemError {
  return new ProblemError('service_unavailable', {
    detail: 'too many passwords are waiting to be hashed; try again in 1 second',
    headers: { 'retry-after': '1' },
  });
}

/** A bounded pool. */
export class FairPool {
  readonly #limits: PoolLimits;
  readonly #owned = new WeakMap<object, number>();
  /** Orders with waiting tasks, the one whose turn it is first. */
  readonly #orders: Order[] = [];
  #running = 0;
  #waiting = 0;

  /** How many tasks wait. */
  get waiting(): number {
    return this.#waiting;
  }

  constructor(limits: PoolLimits) {
    this.#limits = limits;
  }

  /**
   * Runs tasks, and ends when all are done.
   *
   * @throws ProblemError 503 where too many wait already; 504 when they are wanted no more, which drops those that wait
   */
  async all(tasks: readonly Task[], { owner, signal }: TaskOwner): Promise<void> {
    if (tasks.length === 0) return;
    if (signal.aborted) throw clientDisconnected();
    const { maxWaiting, maxOwned } = this.#limits;
    const owned = (this.#owned.get(owner) ?? 0) + tasks.length;
    if (this.#waiting + tasks.length > maxWaiting || owned > maxOwned) throw busy();
    await new Promise<void>((resolve, reject) => {
      const drop = (): void => order.settle(clientDisconnected());
      const settle = (failure?: unknown): void => {
        signal.removeEventListener('abort', drop);
        this.#drop(order);
        if (failure === undefined) resolve();
        else reject(failure);
      };
      const order: Order = { owner, waiting: [...tasks], settle, running: 0 };
      signal.addEventListener('abort', drop, { once: true });
      this.#count(owner, tasks.length);
      this.#orders.push(order);
      this.#startNext();
    });
  }

  #count(owner: object, tasks: number): void {
    this.#waiting += tasks;
    this.#owned.set(owner, (this.#owned.get(owner) ?? 0) + tasks);
  }

  #drop(order: Order): void {
    this.#count(order.owner, -order.waiting.length);
    order.waiting.length = 0;
    const at = this.#orders.indexOf(order);
    if (at >= 0) this.#orders.splice(at, 1);
  }

  #startNext(): void {
    while (this.#running < this.#limits.slots) {
      const order = this.#orders.shift();
      const task = order?.waiting.shift();
      if (order === undefined || task === undefined) return;
      this.#count(order.owner, -1);
      if (order.waiting.length > 0) this.#orders.push(order);
      void this.#run(order, task);
    }
  }

  async #run(order: Order, task: Task): Promise<void> {
    this.#running += 1;
    order.running += 1;
    try {
      await task();
      order.running -= 1;
      if (order.running === 0 && order.waiting.length === 0) order.settle();
    } catch (failure) {
      order.settle(failure);
    } finally {
      this.#running -= 1;
      this.#startNext();
    }
  }
}
