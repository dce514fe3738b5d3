/** Writes a request of the journal as a curl command. */
import type { JournalEntry } from '@understudy/contract';

/** What a command needs of an entry. */
export type CurlRequest = Pick<
  JournalEntry,
  'method' | 'path' | 'query' | 'headers' | 'body' | 'body_encoding' | 'body_truncated'
>;

/**
 * A command of one line that sends the same request from a POSIX shell.
 *
 * @param baseUrl base URL of the sandbox, without a slash at its end
 */
export function curlOf({ path, query }: CurlRequest, baseUrl: string): string {
  return `curl '${baseUrl}${path}${query === '' ? '' : `?${query}`}'`;
}
