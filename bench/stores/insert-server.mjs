/** Stores the body of each request over node:http in a row of its own and sends it back, as any server on a database has to do. */
import { createServer } from 'node:http';
import { openInserter } from './inserter.mjs';

const [port, address, padding] = process.argv.slice(2);
const { insert } = await openInserter(address, true);

createServer(async (request, response) => {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const data = chunks.length === 0 ? {} : JSON.parse(Buffer.concat(chunks).toString());
  await insert(JSON.stringify({ ...data, padding }));
  const body = JSON.stringify({ data });
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) });
  response.end(body);
}).listen(Number(port), '127.0.0.1');
