/** Reads the curl commands of a cell as requests, as a shell would: words in quotes, lines that go on, comments. */

/** What one command asks for. */
export interface Command {
  /** As it is written, without its comment. */
  readonly text: string;
  readonly url: string;
  readonly init: { readonly method: string; readonly headers: [string, string][]; readonly body?: string };
  /** Whether the head of the answer is shown, and whether its body is. */
  readonly shows: { readonly head: boolean; readonly body: boolean };
  /** The status that the comment names. */
  readonly status?: number;
}

/** A cell cannot run what it holds; the message says why. */
export class CellError extends Error {
  override readonly name = 'CellError';
}

/** Where the pages say that the server is. */
const ORIGIN = /^(?:http:\/\/)?(?:127\.0\.0\.1|localhost):4010(?=\/)/;

/** Headers that a page may not set (Fetch Standard, forbidden request-header). */
const FORBIDDEN =
  /^(?:accept-(?:charset|encoding)|access-control-request-.+|connection|content-length|cookie2?|date|dnt|expect|host|keep-alive|origin|permissions-policy|referer|te|trailer|transfer-encoding|upgrade|via|(?:proxy|sec)-.+)$/i;

/** What stands in a line: a space, an end, a comment, a text in quotes, or a plain character. */
const TOKEN =
  /\\\r?\n|(?<space>[ \t]+)|(?<end>\r?\n|;)|'(?<single>[^']*)'|"(?<double>(?:[^"\\]|\\[^])*)"|\\(?<escaped>.)|(?<plain>[^\s;'"\\])/gy;

/** The words of each command, with its text and the comment after it. */
function* commandsIn(code: string) {
  let words: string[] = [];
  let word: string | undefined;
  let from = 0;
  let comment: string | undefined;
  TOKEN.lastIndex = 0;
  const endWord = () => {
    if (word !== undefined) words.push(word);
    word = undefined;
  };
  for (let at = 0; at <= code.length;) {
    const start = at;
    const isComment = word === undefined && code[at] === '#';
    const [, line] = isComment ? (/^#(.*)/.exec(code.slice(at)) ?? []) : [];
    TOKEN.lastIndex = at;
    const found = line === undefined ? TOKEN.exec(code) : undefined;
    const { space, end, single, double, escaped, plain } = found?.groups ?? {};
    if (line === undefined && found === null && at < code.length) throw new CellError('a quote is not closed');
    at = line === undefined ? at + (found?.[0].length ?? 1) : at + line.length + 1;
    if (line !== undefined) comment = line;
    else if (single !== undefined) word = (word ?? '') + single;
    else if (double !== undefined) {
      if (/(?<!\\)[$`]/.test(double)) throw new CellError('a cell has no variables of a shell');
      word = (word ?? '') + double.replaceAll(/\\(["\\$`])/g, '$1');
    } else if (escaped !== undefined) word = (word ?? '') + escaped;
    else if (plain !== undefined) {
      if (/[$`|<>&(){}*]/.test(plain)) throw new CellError(`a cell runs curl alone, without ${plain} of a shell`);
      word = (word ?? '') + plain;
    } else if (space !== undefined) endWord();
    else if (end !== undefined || start >= code.length) {
      endWord();
      const text = code.slice(from, comment === undefined ? start : start - comment.length - 1).trim();
      if (words.length > 0) yield { words, text, comment };
      [words, comment, from] = [[], undefined, at];
    }
  }
}

/** The short names of options, each with its long one. */
const SHORT: Readonly<Record<string, string>> = {
  A: 'user-agent',
  D: 'dump-header',
  G: 'get',
  H: 'header',
  I: 'head',
  L: 'location',
  N: 'no-buffer',
  S: 'show-error',
  X: 'request',
  d: 'data',
  f: 'fail',
  i: 'include',
  o: 'output',
  s: 'silent',
  u: 'user',
};

/** Options without a value. */
const SWITCHES = new Set(['get', 'head', 'location', 'no-buffer', 'show-error', 'fail', 'include', 'silent']);

/** Options with a value. */
const VALUES = new Set([
  'data',
  'data-binary',
  'data-raw',
  'data-urlencode',
  'dump-header',
  'header',
  'json',
  'output',
  'request',
  'url',
  'user',
  'user-agent',
]);

/** The options of a command, in their order; a word without a dash is the URL. */
function* optionsOf(words: readonly string[]): Generator<[string, string]> {
  const rest = [...words];
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, long, letters = ''] = /^(?:--([\w-]+)|-(\w.*))$/s.exec(word) ?? [];
    if (long === undefined && letters === '') yield ['url', word];
    const name = long ?? SHORT[letters.charAt(0)] ?? '';
    if (SWITCHES.has(name)) {
      yield [name, ''];
      if (letters.length > 1) rest.unshift(`-${letters.slice(1)}`);
    } else if (VALUES.has(name)) {
      const value = letters.length > 1 ? letters.slice(1) : rest.shift();
      if (value === undefined) throw new CellError(`${word} needs a value`);
      yield [name, value];
    } else if (long !== undefined || letters !== '') throw new CellError(`a cell does not know the option ${word}`);
  }
}

const encoded = (value: string): string => {
  const [, name = '', text = ''] = /^([^=]*=)?([^]*)$/.exec(value) ?? [];
  return name.replace(/^=$/, '') + encodeURIComponent(text);
};

function commandOf(words: readonly string[], text: string, comment: string | undefined): Command {
  const [program, ...args] = words;
  if (program !== 'curl') throw new CellError(`a cell runs curl alone, and not ${program ?? 'nothing'}`);
  const headers: [string, string][] = [];
  const data: string[] = [];
  const seen = new Map<string, string>();
  const addMissing = (name: string, value: string) => {
    if (!headers.some(([one]) => one.toLowerCase() === name.toLowerCase())) headers.push([name, value]);
  };
  for (const [name, value] of optionsOf(args)) {
    seen.set(name, value);
    if (name === 'header') {
      const [, header = '', content = ''] = /^([^:]+):\s*(.*)$/s.exec(value) ?? [];
      if (FORBIDDEN.test(header)) throw new CellError(`a page may not set the header ${header}`);
      if (header === '') throw new CellError(`${value} is no header`);
      headers.push([header, content]);
    } else if (name === 'user') headers.push(['Authorization', `Basic ${btoa(value)}`]);
    else if (name === 'data-urlencode') data.push(encoded(value));
    else if (name === 'json' || name.startsWith('data')) {
      if (value.startsWith('@') && name !== 'data-raw') throw new CellError('a cell reads no files');
      data.push(value);
    }
  }
  const url = seen.get('url') ?? '';
  if (!ORIGIN.test(url)) throw new CellError('a cell asks the server of the page alone: http://127.0.0.1:4010/…');
  if (seen.has('json')) {
    addMissing('Content-Type', 'application/json');
    addMissing('Accept', 'application/json');
  }
  const body = data.length > 0 && !seen.has('get') ? data.join(seen.has('json') ? '' : '&') : undefined;
  if (body !== undefined) addMissing('Content-Type', 'application/x-www-form-urlencoded');
  const query = data.length > 0 && seen.has('get') ? (url.includes('?') ? '&' : '?') + data.join('&') : '';
  const method = seen.get('request') ?? (seen.has('head') ? 'HEAD' : body === undefined ? 'GET' : 'POST');
  const [, status] = /^\s*(\d{3})\b/.exec(comment ?? '') ?? [];
  return {
    text,
    url: `http://${url.replace(/^http:\/\//, '')}${query}`,
    init: { method, headers, ...(body === undefined ? {} : { body }) },
    shows: {
      head: seen.has('include') || seen.has('head') || seen.get('dump-header') === '-',
      body: !seen.has('output') || seen.get('output') === '-',
    },
    ...(status === undefined ? {} : { status: Number(status) }),
  };
}

/**
 * Reads the commands of a cell.
 *
 * @throws CellError naming what a cell cannot do
 */
export function readCommands(code: string): Command[] {
  const commands = [...commandsIn(code)].map(({ words, text, comment }) => commandOf(words, text, comment));
  if (commands.length === 0) throw new CellError('there is no command to run');
  return commands;
}
