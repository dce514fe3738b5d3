/** Files, where there are none. */

/**
 * The text of a file, which a browser does not have.
 *
 * @throws Error always
 */
export function fileText(_path: string, _maxBytes: number): string {
  throw new Error('a browser reads no files; give what is in it instead');
}
