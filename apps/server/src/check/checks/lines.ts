/** What an operation that answers lines does: its formats, its head, and how it comes. */
import type { Operation } from '@understudy/contract/kit';
import { type Bench, callReady, type ReadyCall } from '../bench.js';
import { ofOperations } from '../check.js';
import { holds, same, shown } from '../finding.js';
import type { TransportAnswer } from '../transport.js';

const isLines = ({ answers }: Operation): boolean => answers === 'lines';

/** The answer of a call, and how many rows it says that there are. */
async function askedFor(operation: Operation, ready: ReadyCall, more: Readonly<Record<string, unknown>>) {
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
    const ndjson = await askedFor(operation, call, { format: 'ndjson' });
    expectHead(ndjson.answer, 'ndjson');
    const { asked } = ndjson.answer;
    same({ what: 'the rows', asked, actual: rowsIn(ndjson.answer).length, expected: ndjson.total });
    const csv = await askedFor(operation, call, { format: 'csv' });
    expectHead(csv.answer, 'csv');
    const { csvRecords } = await import('../../kit/csv.js');
    const records = csvRecords(csv.answer.text);
    same({ what: 'the rows', asked: csv.answer.asked, actual: records.length - 1, expected: ndjson.total });
    const widths = [...new Set(records.map(({ fields }) => fields.length))];
    same({ what: 'fields of a row', asked: csv.answer.asked, actual: widths.length, expected: 1 });
    const marked = await askedFor(operation, call, { format: 'csv', bom: true });
    const bytes = marked.answer.bytes - csv.answer.bytes;
    same({ what: 'bytes of the byte order mark', asked: marked.answer.asked, actual: bytes, expected: 3 });
    const pieces = await askedFor(operation, call, { format: 'csv', chunk_bytes: 7 });
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
