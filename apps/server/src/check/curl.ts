/** A request as a line of curl, for whoever wants to try it on a server of their own. */

/** Address of a server that nobody configured. */
const ORIGIN = 'http://127.0.0.1:4010';

/** A text as a shell takes it. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

/** Longest body that is shown, in characters. */
const SHOWN = 500;

/** Headers that a reader has no use for: the token of another server is none. */
function shownHeaders(init: RequestInit): [string, string][] {
  const entries = Object.entries((init.headers ?? {}) as Readonly<Record<string, string>>);
  return entries.map(([name, value]) => [name, name === 'authorization' ? value.replace(/ .*/, ' …') : value]);
}

/** The line. */
export function curlOf(path: string, init: RequestInit): string {
  const { method = 'GET', body } = init;
  const sent = typeof body === 'string' ? body : '';
  const shown = sent.length > SHOWN ? `${sent.slice(0, SHOWN)}…` : sent;
  return [
    'curl',
    ...(method === 'GET' ? [] : ['-X', method]),
    quoted(ORIGIN + (path.length > SHOWN ? `${path.slice(0, SHOWN)}…` : path)),
    ...shownHeaders(init).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    ...(shown === '' ? [] : ['-d', quoted(shown)]),
  ].join(' ');
}
