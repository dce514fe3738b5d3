/** The Link header of a list (RFC 8288 §3): absolute URLs that keep every other parameter. */
import type { PageLink } from '../listing/paginate.js';

/** Writes the header for the neighbours of a page; undefined where it has none. */
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
  return written.length === 0 ? undefined : written.join(', ');
}
