/** Serves one captured answer over node:http, whatever is asked; `delay=` holds it for as many seconds. */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

const [port, answerFile] = process.argv.slice(2);
const { status, headers: captured, body: text } = JSON.parse(readFileSync(answerFile, 'utf8'));
const body = Buffer.from(text);
const run = captured['x-request-id'].slice(0, -1);
let count = 0;

createServer((request, response) => {
  const since = performance.now();
  const send = () => {
    // These two differ from answer to answer, so whoever sends the same headers has to make them.
    const headers = { ...captured };
    headers['x-request-id'] = run + (count += 1).toString(36);
    headers['server-timing'] = `delay;dur=0.0, app;dur=${(performance.now() - since).toFixed(2)}`;
    response.writeHead(status, headers);
    response.end(body);
  };
  const delay = /[?&]delay=(\d+)/.exec(request.url)?.[1];
  if (delay === undefined) send();
  else setTimeout(send, Number(delay) * 1000);
}).listen(Number(port), '127.0.0.1');
