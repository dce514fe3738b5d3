/** Measures, in a process of its own, which share of the processor a request to a document spends on being held against it. */
import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';

const ORIGIN = 'http://127.0.0.1:4010';
const WARM = 3000;
const REQUESTS = 6000;

const query = (name, schema, more = {}) => ({ name, in: 'query', schema, ...more });

/** A list with parameters of every common kind, behind a key. */
const document = {
  openapi: '3.1.0',
  info: { title: 'Pets', version: '1' },
  components: { securitySchemes: { key: { type: 'apiKey', in: 'header', name: 'x-key' } } },
  security: [{ key: [] }],
  paths: {
    '/shops/{shop}/pets': {
      get: {
        operationId: 'listPets',
        parameters: [
          { name: 'shop', in: 'path', required: true, schema: { type: 'string', maxLength: 40 } },
          { name: 'x-trace', in: 'header', schema: { type: 'string', format: 'uuid' } },
          query('limit', { type: 'integer', minimum: 1, maximum: 100 }),
          query('page', { type: 'integer', minimum: 1 }),
          query('kind', { type: 'array', items: { enum: ['cat', 'dog', 'fish'] } }, { explode: false }),
          query('since', { type: 'string', format: 'date-time' }),
          query('seen', { type: 'string' }),
          query('range', { type: 'object', properties: { from: { type: 'integer' } } }, { style: 'deepObject' }),
        ],
        responses: {
          200: {
            description: 'A page.',
            content: {
              'application/json': {
                schema: {
                  type: 'array',
                  items: {
                    type: 'object',
                    required: ['id', 'name', 'kind'],
                    properties: {
                      id: { type: 'integer' },
                      name: { type: 'string' },
                      kind: { enum: ['cat', 'dog', 'fish'] },
                      born_at: { type: 'string', format: 'date-time' },
                      tags: { type: 'array', items: { type: 'string' } },
                    },
                  },
                },
              },
            },
          },
        },
      },
    },
  },
};

const { createUnderstudy } = await import(pathToFileURL(process.argv[2]).href);
const understudy = createUnderstudy({ openapi: document, log: 'off' });
const headers = { 'x-key': 'any', 'x-trace': '123e4567-e89b-42d3-a456-426614174000' };

/** Asks so many times, for another URL each time. */
async function ask(first, count) {
  for (let number = first; number < first + count; number += 1) {
    const words = 'limit=10&page=1&kind=cat,dog,fish&since=2026-01-01T00:00:00Z&range%5Bfrom%5D=1';
    const answer = await understudy.handler.fetch(
      new Request(`${ORIGIN}/shops/shop-1/pets?${words}&seen=${number}`, { headers }),
    );
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`answered ${answer.status}: ${text}`);
  }
}

/** Microseconds of the processor in all of it, and in a function with all that it calls. */
function timesOf({ nodes, samples, timeDeltas }, name) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const within = new Set();
  const add = (id) => {
    within.add(id);
    for (const child of byId.get(id).children ?? []) add(child);
  };
  for (const { id, callFrame } of nodes) if (callFrame.functionName === name) add(id);
  let [all, own] = [0, 0];
  for (const [index, id] of samples.entries()) {
    if (byId.get(id).callFrame.functionName === '(idle)') continue;
    all += timeDeltas[index];
    if (within.has(id)) own += timeDeltas[index];
  }
  return { all, own, isThere: within.size > 0 };
}

await ask(0, WARM);
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.setSamplingInterval', { interval: 200 });
await session.post('Profiler.start');
await ask(WARM, REQUESTS);
const { profile } = await session.post('Profiler.stop');
await understudy.close();
const { all, own, isThere } = timesOf(profile, 'judgeRequest');
if (!isThere) throw new Error('nothing was held against the document');
console.log(JSON.stringify({ share: own / all, judgedUs: own / REQUESTS, wholeUs: all / REQUESTS }));
