/** A fault that was read, as somebody said it. */
import type { fault } from '@understudy/contract/sandboxes';
import type { z } from 'zod';

/** A fault with its defaults filled in; a preset stands for rules, which follow from its name. */
export type SaidFault = z.output<typeof fault>;

/** A fault with how often it strikes. */
export interface ReadFault {
  readonly fault: SaidFault;
  /** How often it strikes at most; null: without end, and wherever it cannot be said. */
  readonly times: number | null;
}
