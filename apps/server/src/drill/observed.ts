/** What the server saw of a client while a plan ran. */
import type { JournalEntry, Verdict } from '@understudy/contract/sandboxes';

/** A request as the reports show it. */
export type SeenRequest = Pick<
  JournalEntry,
  'sequence' | 'received_at' | 'duration_ms' | 'operation' | 'method' | 'path' | 'query' | 'status' | 'fault' | 'ended'
>;

/** What the server saw of a client while a plan ran. */
export interface Observed {
  /** In the order in which they ended. */
  readonly requests: readonly SeenRequest[];
  readonly verdicts: readonly Verdict[];
  /** Whether requests are missing, so that verdicts may be missing too. */
  readonly isIncomplete: boolean;
}

/** A sandbox in which one plan is run. */
export interface Trial {
  /** Its base URL, which the command is given. */
  readonly baseUrl: string;
  /** What it has seen, once the command has ended. */
  readonly observe: () => Promise<Observed>;
}
