/** The archive of requests that are out of the ordinary, as they came over sockets: the published schema of HAR takes it. */
import { har } from '@understudy/contract';
import { expect, it } from 'vitest';
import { sendRaw } from '../http/raw.js';
import { overSocket, useServer } from '../support.js';
import { faultsOfHar } from './har-validator.js';

const COURSES = '/sandboxes/odd/api/education/courses';

/** Bytes that are kept of a body. */
const KEPT = 200;

const server = useServer(overSocket, { maxJournalBody: KEPT });

const post = (body: string | Uint8Array<ArrayBuffer>, type: string) =>
  server.fetch(COURSES, { method: 'POST', headers: { 'content-type': type }, body });

/** Sends the requests one after the other, and gives the archive. */
async function archived() {
  const raw = (...lines: readonly string[]) => sendRaw(server.origin, [...lines, '', ''].join('\r\n'));
  await raw(`GET ${COURSES}?q=%ff&q=b HTTP/1.0`);
  const own = ['Host: localhost', 'X-Tag: a', 'X-Tag: b', 'Cookie: theme=dark', 'Cookie: lang=en', 'Connection: close'];
  await raw(`GET ${COURSES} HTTP/1.1`, ...own);
  await post(new Uint8Array([0x7b, 0xe9, 0x7d]), 'application/json');
  await post(JSON.stringify({ title: 'é'.repeat(KEPT) }), 'application/json');
  for (const fault of ['reset', 'truncate'])
    await server
      .fetch(`${COURSES}?fault=${fault}`)
      .then(
        (answer) => answer.text(),
        () => undefined,
      )
      .catch(() => undefined);
  await server.fetch('/sandboxes/odd/requests?wait=10&min=6');
  return (await (await server.fetch('/sandboxes/odd/requests?format=har')).json()) as unknown;
}

it('is valid, and says what came', async () => {
  const archive = await archived();
  expect(faultsOfHar(archive)).toBe('');
  const [old, repeated, bytes, long, reset, cut] = har.parse(archive).log.entries;
  expect(old?.request).toMatchObject({ queryString: [{ name: 'q' }, { name: 'q', value: 'b' }] });
  expect(repeated?.request).toMatchObject({
    headers: expect.arrayContaining([{ name: 'x-tag', value: 'a, b' }]),
    cookies: [
      { name: 'theme', value: '***' },
      { name: 'lang', value: '***' },
    ],
  });
  expect(bytes?.request).toMatchObject({ postData: { text: 'e+l9', _encoding: 'base64' }, bodySize: 3 });
  const bodySize = '{"title":""}'.length + KEPT * 2;
  expect(long?.request).toMatchObject({ postData: { comment: expect.stringContaining('start') }, bodySize });
  expect(long?.request.postData?.text).toHaveLength('{"title":"'.length + (KEPT - '{"title":"'.length) / 2);
  expect(reset?.response).toMatchObject({ status: 0, headers: [], bodySize: -1, _error: 'net::ERR_EMPTY_RESPONSE' });
  expect(cut?.response).toMatchObject({ status: 200, _error: 'net::ERR_CONNECTION_CLOSED' });
});
