/** The log of a server in a browser. */

/** Takes lines of a log. */
export function toConsole(lines: string): void {
  // oxlint-disable-next-line no-console -- a page has no other output
  console.error(lines.trimEnd());
}
