/** What an operation that answers a file, or a list as lines of CSV or NDJSON, does: ranges, conditions, and what its head says. */
import type { Operation } from '@understudy/contract/kit';
import { callReady, type ReadyCall } from '../bench.js';
import { type Check, ofCalls } from '../check.js';
import { holds, same, shown } from '../finding.js';
import { sameHeaders, type TransportAnswer } from '../host.js';

const isLines = ({ answers }: Operation): boolean => answers === 'lines';

/** The answer of a call, and how many rows it says that there are. */
async function linesOf(ready: ReadyCall, more: Readonly<Record<string, unknown>>) {
  const answer = await callReady(ready, { more });
  return { answer, total: Number(answer.headers.get('x-total-count') ?? Number.NaN) };
}

function expectHead(answer: TransportAnswer, format: string): void {
  const { asked, headers } = answer;
  const disposition = headers.get('content-disposition') ?? '';
  const isNamed = /^attachment; filename="[^"]+"; filename\*=UTF-8''\S+$/.test(disposition);
  holds(isNamed, { asked, expected: 'a name to save it as (RFC 6266)', actual: disposition });
  sameHeaders(answer, {
    'content-type': format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
    'content-length': null,
    'content-encoding': null,
    'cache-control': 'no-store',
    etag: null,
  });
}

function rowsIn({ asked, text }: TransportAnswer): unknown[] {
  holds(text === '' || text.endsWith('\n'), { asked, expected: 'a line break at the end', actual: shown(text) });
  return text === ''
    ? []
    : text
        .slice(0, -1)
        .split('\n')
        .map((line): unknown => JSON.parse(line));
}

/** Expects what a request with some headers is answered; of what is left out nothing is expected. */
async function expectAnswer(
  ready: ReadyCall,
  headers: Readonly<Record<string, string>>,
  wanted: { readonly status: number; readonly range?: string | null; readonly text?: string; readonly kind?: string },
): Promise<void> {
  const { asked, status, text, headers: came, problem } = await callReady(ready, { headers });
  same({ what: 'the status', asked, actual: status, expected: wanted.status });
  if (wanted.kind !== undefined) same({ what: 'the kind', asked, actual: problem?.['kind'], expected: wanted.kind });
  if (wanted.text !== undefined) same({ what: 'the bytes', asked, actual: text, expected: wanted.text });
  if (wanted.range !== undefined) {
    same({ what: 'content-range', asked, actual: came.get('content-range'), expected: wanted.range });
  }
}

const isFile = ({ answers }: Operation): boolean => answers === 'file';

/** Answers that are a file, or a list as lines. */
export const fileChecks: readonly Check[] = [
  ofCalls({
    name: 'ranges',
    proves:
      'One range of a file is answered 206 with its bytes, several or another unit with all, none that is there 416.',
    of: isFile,
    run: async (ready) => {
      const { text } = await callReady(ready);
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
      for (const [range, wanted] of Object.entries(rows)) await expectAnswer(ready, { range }, wanted);
    },
  }),
  ofCalls({
    name: 'file-conditions',
    proves:
      'The ETag of a file answers If-None-Match with 304, If-Match with 412 where it is another, and If-Range with all.',
    of: isFile,
    run: async (ready) => {
      const { text, headers } = await callReady(ready);
      const tag = headers.get('etag') ?? '';
      const first = { range: 'bytes=0-0' };
      const all = { status: 200, range: null, text };
      for (const condition of [tag, `W/${tag}`, `"x", ${tag}`, '*']) {
        await expectAnswer(ready, { 'if-none-match': condition, ...first }, { status: 304, range: null, text: '' });
      }
      await expectAnswer(ready, { 'if-none-match': '"x"', ...first }, { status: 206, text: text.slice(0, 1) });
      await expectAnswer(ready, { 'if-range': tag, ...first }, { status: 206, text: text.slice(0, 1) });
      for (const other of ['"x"', `W/${tag}`, 'Wed, 21 Oct 2015 07:28:00 GMT']) {
        await expectAnswer(ready, { 'if-range': other, ...first }, all);
      }
      await expectAnswer(ready, { 'if-match': tag }, all);
      for (const other of ['"x"', `W/${tag}`]) {
        await expectAnswer(ready, { 'if-match': other }, { status: 412, kind: 'precondition_failed' });
      }
    },
  }),
  ofCalls({
    name: 'downloads',
    proves:
      'A file says its length, ETag and ranges, is never compressed, may be kept and shown anywhere, and HEAD agrees.',
    of: isFile,
    run: async (ready) => {
      const whole = await callReady(ready);
      const answer = await callReady(ready, { headers: { 'accept-encoding': 'gzip, br' } });
      const wanted = {
        'content-length': String(answer.bytes),
        'content-encoding': null,
        'accept-ranges': 'bytes',
        'cross-origin-resource-policy': 'cross-origin',
        ...(ready.operation.meta.cache === 'day' ? { 'cache-control': 'max-age=86400' } : {}),
        etag: whole.headers.get('etag') ?? '',
      };
      sameHeaders(answer, wanted);
      // Its range is that of a GET alone (RFC 9110 §14.2).
      const head = await callReady(ready, { method: 'HEAD', headers: { range: 'bytes=0-0' } });
      same({ what: 'the status', asked: head.asked, actual: head.status, expected: 200 });
      sameHeaders(head, { 'content-type': answer.headers.get('content-type'), ...wanted });
    },
  }),
  ofCalls({
    name: 'lines',
    proves:
      'CSV and NDJSON have as many rows as X-Total-Count says, come in chunks with a name, and are kept by nobody.',
    of: isLines,
    run: async (call) => {
      const ndjson = await linesOf(call, { format: 'ndjson' });
      expectHead(ndjson.answer, 'ndjson');
      const { asked } = ndjson.answer;
      same({ what: 'the rows', asked, actual: rowsIn(ndjson.answer).length, expected: ndjson.total });
      const csv = await linesOf(call, { format: 'csv' });
      expectHead(csv.answer, 'csv');
      const { csvRecords } = await import('../../kit/csv.js');
      const records = csvRecords(csv.answer.text);
      same({ what: 'the rows', asked: csv.answer.asked, actual: records.length - 1, expected: ndjson.total });
      const widths = [...new Set(records.map(({ fields }) => fields.length))];
      same({ what: 'fields of a row', asked: csv.answer.asked, actual: widths.length, expected: 1 });
      const marked = await linesOf(call, { format: 'csv', bom: true });
      const bytes = marked.answer.bytes - csv.answer.bytes;
      same({ what: 'bytes of the byte order mark', asked: marked.answer.asked, actual: bytes, expected: 3 });
      const pieces = await linesOf(call, { format: 'csv', chunk_bytes: 7 });
      same({
        what: 'the same in pieces',
        asked: pieces.answer.asked,
        actual: pieces.answer.text,
        expected: csv.answer.text,
      });
      const head = await callReady(call, { method: 'HEAD' });
      same({ what: 'the bytes of HEAD', asked: head.asked, actual: head.bytes, expected: 0 });
      same({
        what: 'x-total-count',
        asked: head.asked,
        actual: head.headers.get('x-total-count'),
        expected: String(csv.total),
      });
    },
  }),
];
