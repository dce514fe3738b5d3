/**
 * Serves one captured answer over node:http, whatever is asked; `delay=` holds it for as many seconds. What is posted is
 * read, parsed, and sent back in the captured answer of a write.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, answerFile] = process.argv.slice(2);
const { status, headers: captured, body: text, written } = JSON.parse(readFileSync(answerFile, 'utf8'));
const body = Buffer.from(text);
const created = JSON.parse(written.body);
const run = captured['x-request-id'].slice(0, -1);
let count = 0;

/** Two headers differ from answer to answer, so whoever sends the same ones has to make them. */
function headersOf(given, since) {
  const headers = { ...given };
  headers['x-request-id'] = run + (count += 1).toString(36);
  headers['server-timing'] = `delay;dur=0.0, app;dur=${(performance.now() - since).toFixed(2)}`;
  return headers;
}

/** As little as a server does that takes JSON and answers JSON. */
function write(request, response) {
  const since = performance.now();
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    const given = JSON.parse(Buffer.concat(chunks).toString());
    const [record] = created.data;
    const answer = Buffer.from(JSON.stringify({ ...created, data: [{ ...record, ...given }] }));
    response.writeHead(written.status, { ...headersOf(written.headers, since), 'content-length': answer.length });
    response.end(answer);
  });
}

createServer((request, response) => {
  if (request.method === 'POST') return write(request, response);
  const since = performance.now();
  const send = () => {
    response.writeHead(status, headersOf(captured, since));
    response.end(body);
  };
  const delay = /[?&]delay=(\d+)/.exec(request.url)?.[1];
  return delay === undefined ? send() : setTimeout(send, Number(delay) * 1000);
}).listen(Number(port), '127.0.0.1');
