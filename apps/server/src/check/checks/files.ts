/** What an operation that answers a file, or a list as lines of CSV or NDJSON, does: ranges, conditions, and what its head says. */
import type { Operation } from '@understudy/contract/kit';
import { type Bench, callReady, type ReadyCall } from '../bench.js';
import { ofOperations } from '../check.js';
import { holds, same, shown } from '../finding.js';
import type { TransportAnswer } from '../host.js';

const isLines = ({ answers }: Operation): boolean => answers === 'lines';

/** The answer of a call, and how many rows it says that there are. */
async function linesOf(operation: Operation, ready: ReadyCall, more: Readonly<Record<string, unknown>>) {
  const answer = await callReady(operation, ready, { more });
  return { answer, total: Number(answer.headers.get('x-total-count') ?? Number.NaN) };
}

function expectHead({ asked, headers }: TransportAnswer, format: string): void {
  const disposition = headers.get('content-disposition') ?? '';
  const isNamed = /^attachment; filename="[^"]+"; filename\*=UTF-8''\S+$/.test(disposition);
  holds(isNamed, { asked, expected: 'a name to save it as (RFC 6266)', actual: disposition });
  const wanted = {
    'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
    'content-length': null,
    'content-encoding': null,
    'cache-control': 'no-store',
    etag: null,
  };
  for (const [name, expected] of Object.entries(wanted)) {
    same({ what: name, asked, actual: headers.get(name), expected });
  }
}

/** The rows of an NDJSON. */
function rowsIn({ asked, text }: TransportAnswer): unknown[] {
  holds(text === '' || text.endsWith('\n'), { asked, expected: 'a line break at the end', actual: shown(text) });
  return text === ''
    ? []
    : text
        .slice(0, -1)
        .split('\n')
        .map((line): unknown => JSON.parse(line));
}

async function prepared(operation: Operation, bench: Bench): Promise<ReadyCall | undefined> {
  return bench.ready(await bench.sandbox(operation), operation);
}

/** The check. */
export const lines = ofOperations({
  name: 'lines',
  proves: 'CSV and NDJSON have as many rows as X-Total-Count says, come in chunks with a name, and are kept by nobody.',
  of: isLines,
  run: async (operation, bench) => {
    const call = await prepared(operation, bench);
    if (call === undefined) return;
    const ndjson = await linesOf(operation, call, { format: 'ndjson' });
    expectHead(ndjson.answer, 'ndjson');
    const { asked } = ndjson.answer;
    same({ what: 'the rows', asked, actual: rowsIn(ndjson.answer).length, expected: ndjson.total });
    const csv = await linesOf(operation, call, { format: 'csv' });
    expectHead(csv.answer, 'csv');
    const { csvRecords } = await import('../../kit/csv.js');
    const records = csvRecords(csv.answer.text);
    same({ what: 'the rows', asked: csv.answer.asked, actual: records.length - 1, expected: ndjson.total });
    const widths = [...new Set(records.map(({ fields }) => fields.length))];
    same({ what: 'fields of a row', asked: csv.answer.asked, actual: widths.length, expected: 1 });
    const marked = await linesOf(operation, call, { format: 'csv', bom: true });
    const bytes = marked.answer.bytes - csv.answer.bytes;
    same({ what: 'bytes of the byte order mark', asked: marked.answer.asked, actual: bytes, expected: 3 });
    const pieces = await linesOf(operation, call, { format: 'csv', chunk_bytes: 7 });
    same({
      what: 'the same in pieces',
      asked: pieces.answer.asked,
      actual: pieces.answer.text,
      expected: csv.answer.text,
    });
    const head = await callReady(operation, call, { method: 'HEAD' });
    same({ what: 'the bytes of HEAD', asked: head.asked, actual: head.bytes, expected: 0 });
    same({
      what: 'x-total-count',
      asked: head.asked,
      actual: head.headers.get('x-total-count'),
      expected: String(csv.total),
    });
  },
});

/** A file that a call answers. */
interface Asked {
  readonly operation: Operation;
  readonly ready: ReadyCall;
  readonly whole: TransportAnswer;
  readonly tag: string;
}

/** A call for a file that is there; undefined where none was found, which the check `answers` reports. */
async function fileOf(operation: Operation, bench: Bench): Promise<Asked | undefined> {
  const ready = await bench.ready(await bench.sandbox(operation), operation);
  if (ready === undefined) return undefined;
  const whole = await callReady(operation, ready);
  return { operation, ready, whole, tag: whole.headers.get('etag') ?? '' };
}

/** Expects what a request with some headers is answered; of what is left out nothing is expected. */
async function expectAnswer(
  { operation, ready }: Asked,
  headers: Readonly<Record<string, string>>,
  wanted: { readonly status: number; readonly range?: string | null; readonly text?: string; readonly kind?: string },
): Promise<void> {
  const { asked, status, text, headers: came, problem } = await callReady(operation, ready, { headers });
  same({ what: 'the status', asked, actual: status, expected: wanted.status });
  if (wanted.kind !== undefined) same({ what: 'the kind', asked, actual: problem?.['kind'], expected: wanted.kind });
  if (wanted.text !== undefined) same({ what: 'the bytes', asked, actual: text, expected: wanted.text });
  if (wanted.range !== undefined) {
    same({ what: 'content-range', asked, actual: came.get('content-range'), expected: wanted.range });
  }
}

const isFile = ({ answers }: Operation): boolean => answers === 'file';

/** The check. */
export const ranges = ofOperations({
  name: 'ranges',
  proves:
    'One range of a file is answered 206 with its bytes, several or another unit with all, none that is there 416.',
  of: isFile,
  run: async (operation, bench) => {
    const file = await fileOf(operation, bench);
    if (file === undefined) return;
    const { text } = file.whole;
    const { length } = text;
    // Of nothing there is no part.
    if (length === 0) return;
    const middle = Math.floor(length / 2);
    const part = (first: number, last: number) => ({
      status: 206,
      range: `bytes ${first}-${last}/${length}`,
      text: text.slice(first, last + 1),
    });
    const all = { status: 200, range: null, text };
    const beyond = { status: 416, range: `bytes */${length}`, kind: 'range_not_satisfiable' };
    const rows = {
      'bytes=0-0': part(0, 0),
      [`bytes=0-${middle}`]: part(0, middle),
      [`bytes=${middle}-`]: part(middle, length - 1),
      [`bytes=${middle}-${length * 2}`]: part(middle, length - 1),
      'bytes=-1': part(length - 1, length - 1),
      [`bytes=-${length * 2}`]: part(0, length - 1),
      'Bytes=, 0-0 ,': part(0, 0),
      'bytes=0-0,-1': all,
      'items=0-0': all,
      'bytes=1-0': all,
      'bytes=a-b': all,
      'bytes=': all,
      [`bytes=${length}-`]: beyond,
      'bytes=-0': beyond,
    };
    for (const [range, wanted] of Object.entries(rows)) await expectAnswer(file, { range }, wanted);
  },
});

/** The check. */
export const fileConditions = ofOperations({
  name: 'file-conditions',
  proves:
    'The ETag of a file answers If-None-Match with 304, If-Match with 412 where it is another, and If-Range with all.',
  of: isFile,
  run: async (operation, bench) => {
    const file = await fileOf(operation, bench);
    if (file === undefined) return;
    const { tag, whole } = file;
    const { text } = whole;
    const first = { range: 'bytes=0-0' };
    const all = { status: 200, range: null, text };
    for (const condition of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
      await expectAnswer(file, { 'if-none-match': condition, ...first }, { status: 304, range: null, text: '' });
    }
    await expectAnswer(file, { 'if-none-match': '"x"', ...first }, { status: 206, text: text.slice(0, 1) });
    await expectAnswer(file, { 'if-range': tag, ...first }, { status: 206, text: text.slice(0, 1) });
    for (const other of ['"x"', `W/${tag}`, 'Wed, 21 Oct 2015 07:28:00 GMT']) {
      await expectAnswer(file, { 'if-range': other, ...first }, all);
    }
    await expectAnswer(file, { 'if-match': tag }, all);
    for (const other of ['"x"', `W/${tag}`]) {
      await expectAnswer(file, { 'if-match': other }, { status: 412, kind: 'precondition_failed' });
    }
  },
});

/** The check. */
export const downloads = ofOperations({
  name: 'downloads',
  proves:
    'A file says its length, ETag and ranges, is never compressed, may be kept and shown anywhere, and HEAD agrees.',
  of: isFile,
  run: async (operation, bench) => {
    const file = await fileOf(operation, bench);
    if (file === undefined) return;
    const headers = { 'accept-encoding': 'gzip, br' };
    const { asked, bytes, headers: came } = await callReady(operation, file.ready, { headers });
    const wanted = {
      'content-length': String(bytes),
      'content-encoding': null,
      'accept-ranges': 'bytes',
      'cross-origin-resource-policy': 'cross-origin',
      ...(operation.meta.cache === 'day' ? { 'cache-control': 'max-age=86400' } : {}),
      etag: file.tag,
    };
    for (const [name, expected] of Object.entries(wanted)) {
      same({ what: name, asked, actual: came.get(name), expected });
    }
    // Its range is that of a GET alone (RFC 9110 §14.2).
    const head = await callReady(operation, file.ready, { method: 'HEAD', headers: { range: 'bytes=0-0' } });
    same({ what: 'the status', asked: head.asked, actual: head.status, expected: 200 });
    for (const name of ['content-type', ...Object.keys(wanted)]) {
      same({ what: name, asked: head.asked, actual: head.headers.get(name), expected: came.get(name) });
    }
  },
});
