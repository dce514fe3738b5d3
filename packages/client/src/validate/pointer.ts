/** Writes a path into a JSON document as a JSON pointer in a URI fragment (RFC 6901 §6). */

/** `['data', 0, 'title']` as `#/data/0/title`. */
export function pointerTo(path: readonly PropertyKey[]): string {
  const segments = path.map((key) => encodeURIComponent(String(key).replaceAll('~', '~0').replaceAll('/', '~1')));
  return ['#', ...segments].join('/');
}
