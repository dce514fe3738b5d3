/** Writes under a condition whose answer is lost: the retry must not be refused because the first attempt succeeded. */
import { createUnderstudy } from '@understudy/server';
import { collection, crud, crudHandlers, defineDomain, implement, recordId, z } from '@understudy/server/domain';
import { afterAll, expect, test } from 'vitest';
import { type ClientOptions, createClient } from '../src/index.js';
import { baseUrl, failureOf, noWaiting, recorded } from './server.js';

const card = z
  .object({
    id: recordId('Id of the card.', 'card_0001'),
    text: z.string().meta({ description: 'What it says.', examples: ['Buy chalk.'] }),
    version: z.int().meta({ description: 'Counts its changes.', examples: [1] }),
  })
  .meta({ id: 'Card', description: 'A card of a board.' });

const kind = { one: 'card', many: 'cards' } as const;

const board = defineDomain({
  name: 'board',
  description: 'A board of cards.',
  operations: crud({ ...kind, path: '/api/cards', schema: card, versioned: 'optional' }),
});

const cards = collection({
  name: 'cards',
  prefix: 'card',
  noun: 'card',
  size: 5,
  schema: card,
  versioned: true,
  seed: ({ index }) => ({ text: `Card ${index}`, version: 1 }),
});

const served = implement(board, { collections: [cards], handlers: crudHandlers(cards, kind) });
const understudy = createUnderstudy({ clock: '2026-01-01T00:00:00Z', log: 'off', domains: [served] });
afterAll(() => understudy.close());

let sandboxes = 0;

/** A client whose network loses the answer of the first write, which the server has made. */
function client(options: Partial<ClientOptions> = {}) {
  sandboxes += 1;
  let isLost = false;
  const { fetch, sent } = recorded(async (request) => {
    const answer = await understudy.fetch(request);
    if (isLost || request.method === 'GET') return answer;
    isLost = true;
    await answer.body?.cancel();
    throw new TypeError('fetch failed');
  });
  const api = createClient({
    baseUrl,
    fetch,
    sandbox: `board-${sandboxes}`,
    domains: { board },
    ...noWaiting(),
    ...options,
  });
  const keys = () => sent.filter(({ method }) => method !== 'GET').map(({ headers }) => headers['idempotency-key']);
  const tagOf = async (card_id: string) => (await api.board.getCard({ card_id }).withResponse()).etag;
  return { api, keys, tagOf };
}

test('a PUT with ifMatch is retried under one key, and answers what it did', async () => {
  const { api, keys, tagOf } = client();
  const ifMatch = await tagOf('card_0001');
  const { data, response } = await api.board
    .replaceCard({ card_id: 'card_0001', text: 'New' }, { ifMatch })
    .withResponse();
  expect(data).toMatchObject({ text: 'New', version: 2 });
  expect(response.headers.get('idempotency-replayed')).toBe('true');
  expect(keys()).toHaveLength(2);
  expect(new Set(keys()).size).toBe(1);
  expect(keys()[0]).toMatch(/./);
});

test('a DELETE with ifMatch is retried under one key', async () => {
  const { api, keys, tagOf } = client();
  const ifMatch = await tagOf('card_0002');
  await api.board.deleteCard({ card_id: 'card_0002' }, { ifMatch });
  expect(new Set(keys()).size).toBe(1);
  expect(await failureOf(api.board.getCard({ card_id: 'card_0002' }))).toMatchObject({ kind: 'not_found' });
});

test('without a condition, a PUT needs no key: it does the same again', async () => {
  const { api, keys } = client();
  await api.board.replaceCard({ card_id: 'card_0001', text: 'New' });
  expect(keys()).toEqual([undefined, undefined]);
});

test('a key of the caller goes with a PUT too, and lets it be retried whatever the methods are', async () => {
  const { api, keys } = client({ retry: { methods: ['GET'] } });
  await api.board.replaceCard({ card_id: 'card_0001', text: 'New' }, { idempotencyKey: 'mine' });
  expect(keys()).toEqual(['mine', 'mine']);
});

test('a call that is not retried has no key of its own making', async () => {
  const { api, keys, tagOf } = client({ retry: 0 });
  const ifMatch = await tagOf('card_0001');
  const error = await failureOf(api.board.replaceCard({ card_id: 'card_0001', text: 'New' }, { ifMatch }));
  expect(error).toMatchObject({ kind: 'network' });
  expect(keys()).toEqual([undefined]);
});
