/** Stands in for entries on their way into a store that processes share, in a page: its journals are its own. */
import type { Outgoing as Real } from './outgoing.js';

/** Takes in nothing: no store in a page is shared. */
export class Outgoing implements Pick<Real, 'add' | 'clear' | 'flush' | 'end'> {
  add(): void {}

  async clear(): Promise<void> {}

  async flush(): Promise<void> {}

  end(): void {}
}
