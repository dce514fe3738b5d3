/** Runs expensive tasks a few at a time: whoever has many of them takes turns with the others, and none wait without bound. */
import { clientDisconnected, ProblemError } from '../kit/problem-error.js';

/** How much a pool takes on. */
export interface PoolLimits {
  /** Tasks that run at a time. */
  readonly slots: number;
  /** Tasks that may wait. */
  readonly maxWaiting: number;
  /** Tasks that may wait for one owner. */
  readonly maxOwned: number;
}

/** Whom tasks are for, and until when. */
export interface TaskOwner {
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
