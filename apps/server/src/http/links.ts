/** The Link header of a list (RFC 8288 §3): absolute URLs that keep every other parameter. */
import { ProblemError } from '../kit/problem-error.js';
import type { PageLink } from '../listing/paginate.js';

/**
 * Longest header, in characters. It names the query up to four times, and many clients, fetch in Node among them, refuse
 * an answer whose headers have more than 16 kB together.
 */
const MAX_LENGTH = 12_000;

/**
 * Writes the header for the neighbours of a page; undefined where it has none. One that is too long to be read is a
 * problem: a list without its links would pass for one without more pages.
 */
export function linkHeader(
  url: string,
  query: URLSearchParams,
  links: Readonly<Record<string, PageLink>>,
): string | undefined {
  const written = Object.entries(links).map(([rel, changes]) => {
    const target = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === null) target.delete(name);
      else target.set(name, value);
    }
    return `<${url}?${target}>; rel="${rel}"`;
  });
  const text = written.join(', ');
  if (text.length > MAX_LENGTH) {
    throw new ProblemError('uri_too_long', {
      detail: `the Link header repeats the query, and would have ${text.length} characters: more than the ${MAX_LENGTH} that every client can read; send a shorter query, or pagination_style=page`,
    });
  }
  return text === '' ? undefined : text;
}
