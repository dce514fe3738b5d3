/** Writers that keep other processes from their sandbox for a while, since they lost to them too often. */
import type { PostgresPool } from './pool.js';
import { LEAVE_ALONE, TAKE_ALONE } from './statements.js';

/** Each holds a connection and needs another one. */
const MAX_ALONE = 3;

/** The writers of this process that write alone. */
export class LoneWriters {
  readonly #pool: PostgresPool;
  /** Sandboxes that no other process writes to at the moment. */
  readonly #sandboxes = new Set<string>();

  constructor(pool: PostgresPool) {
    this.#pool = pool;
  }

  /** Whether no other process writes to a sandbox at the moment. */
  has(sandbox: string): boolean {
    return this.#sandboxes.has(sandbox);
  }

  /** Does some work while no other process writes to a sandbox; who comes late does it as before. */
  async during<Result>(sandbox: string, work: () => Promise<Result>): Promise<Result> {
    if (this.#sandboxes.size >= MAX_ALONE || this.#sandboxes.has(sandbox)) return work();
    const values = [sandbox];
    const lock = { take: { name: '', text: TAKE_ALONE, values }, leave: { name: '', text: LEAVE_ALONE, values } };
    return this.#pool.holding(lock, async () => {
      this.#sandboxes.add(sandbox);
      try {
        return await work();
      } finally {
        this.#sandboxes.delete(sandbox);
      }
    });
  }
}
