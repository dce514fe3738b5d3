/** The command of curl that sends a request of the journal again. */
import type { JournalEntry } from '@understudy/contract/sandboxes';

/** What a command needs of an entry. */
export type CurlRequest = Pick<
  JournalEntry,
  'method' | 'path' | 'query' | 'headers' | 'body' | 'body_encoding' | 'body_truncated'
>;

/** Headers of the transport (RFC 9110 §7.6.1), and of codings that the journal has undone: curl has its own. */
const OWN = new Set([
  'accept-encoding',
  'connection',
  'content-encoding',
  'content-length',
  'expect',
  'host',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** A word of the shell that stands for exactly this text: between single quotes nothing but a single quote has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A header on one line; `name;` sends it without a value, and `name:` does not send it. */
function headerOption(name: string, value: string): string {
  // oxlint-disable-next-line no-control-regex
  const line = value.replace(/[\0-\x08\x0a-\x1f\x7f]+/g, ' ').trim();
  return `-H ${quoted(line === '' ? `${name};` : `${name}: ${line}`)}`;
}

function headerOptions(headers: CurlRequest['headers'], hasBody: boolean): string[] {
  const sent = Object.entries(headers).filter(([name]) => !OWN.has(name.toLowerCase()));
  const names = new Set(sent.map(([name]) => name.toLowerCase()));
  // What curl sends by itself.
  const unsent = ['accept', 'user-agent', ...(hasBody ? ['content-type'] : [])].filter((name) => !names.has(name));
  return [...sent.map(([name, value]) => headerOption(name, value)), ...unsent.map((name) => `-H '${name}:'`)];
}

/** Characters that a line of the shell should not have; NUL none can have. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\0-\x1f\x7f]/;

/** A format of printf that writes exactly this text, its control characters in octal (POSIX, printf). */
function printfFormat(text: string): string {
  return (
    text
      .replaceAll('\\', String.raw`\\`)
      .replaceAll('%', '%%')
      // oxlint-disable-next-line no-control-regex
      .replace(/[\0-\x1f\x7f]/g, (control) => `\\${control.charCodeAt(0).toString(8).padStart(3, '0')}`)
  );
}

interface Body {
  /** What is piped into curl. */
  readonly piped: string | undefined;
  readonly option: string | undefined;
}

function bodyOf({ body, body_encoding, method }: CurlRequest): Body {
  if (body === null || body === '' || method === 'HEAD') return { piped: undefined, option: undefined };
  if (body_encoding === 'base64')
    return { piped: `printf %s ${quoted(body)} | base64 -d | `, option: '--data-binary @-' };
  if (!CONTROL.test(body)) return { piped: undefined, option: `--data-raw ${quoted(body)}` };
  // `--` since a format may begin with a minus sign.
  return { piped: `printf -- ${quoted(printfFormat(body))} | `, option: '--data-binary @-' };
}

function methodOption(method: string, hasBody: boolean): string[] {
  if (method === 'HEAD') return ['--head'];
  return method === (hasBody ? 'POST' : 'GET') ? [] : [`-X ${quoted(method)}`];
}

/** How curl is kept from changing a URL: brackets would be patterns, and dots steps. */
function urlOptions(url: string): string[] {
  return [...(/[[\]{}]/.test(url) ? ['--globoff'] : []), ...(/\/\.\.?(?:[/?]|$)/.test(url) ? ['--path-as-is'] : [])];
}

function comment({ body, body_truncated }: CurlRequest): string {
  if (!body_truncated) return '';
  return body === null ? ' # the journal no longer has the body' : ' # the body is only the start of what was sent';
}

/**
 * A command of one line that sends the same request from a POSIX shell. Headers of the transport are those of curl; a body
 * that is no text goes through `base64 -d`, and one with line breaks through printf.
 *
 * @param baseUrl base URL of the sandbox, without a slash at its end
 */
export function curlOf(request: CurlRequest, baseUrl: string): string {
  const { method, path, query, headers } = request;
  const url = `${baseUrl}${path}${query === '' ? '' : `?${query}`}`.replace(/[\0-\x20\x7f]/g, encodeURIComponent);
  const { piped = '', option } = bodyOf(request);
  const hasBody = option !== undefined;
  const options = [
    ...methodOption(method, hasBody),
    ...urlOptions(url),
    quoted(url),
    ...headerOptions(headers, hasBody),
  ];
  return `${piped}curl ${[...options, ...(hasBody ? [option] : [])].join(' ')}${comment(request)}`;
}
