/** Reads the Link header (RFC 8288 §3), as far as paging needs it. */

/** The target of the link with a relation type; undefined where there is none. */
export function linkTo(relation: string, header: string | null): string | undefined {
  // A target may hold commas and semicolons, so each link is taken from its bracket on.
  for (const [, target, parameters = ''] of (header ?? '').matchAll(/<([^>]*)>([^<]*)/g)) {
    const relations = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s;,]+))/i.exec(parameters);
    const names = (relations?.[1] ?? relations?.[2] ?? '').toLowerCase().split(/\s+/);
    if (target !== undefined && names.includes(relation)) return target;
  }
  return undefined;
}
