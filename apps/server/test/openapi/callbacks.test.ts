/** What an API sends by itself, as its document says: callbacks to addresses that a call names, and webhooks. */
import { beforeAll, expect, it } from 'vitest';
import { createUnderstudy } from '../../src/index.js';
import { startReceiver } from '../webhooks/receiver.js';
import { verifyStandard } from '../webhooks/verify.js';
import { openOnce } from '../use.js';
import { jsonRequest } from '../support.js';

const job = {
  type: 'object',
  required: ['id', 'status'],
  properties: {
    id: { type: 'integer', readOnly: true },
    status: { type: 'string', enum: ['queued', 'done'], readOnly: true },
    name: { type: 'string' },
    hook: { type: 'string', format: 'uri' },
  },
};
const json = (schema: object) => ({ 'application/json': { schema } });
const called = (schema: object) => ({
  requestBody: { content: json(schema) },
  responses: { 200: { description: 'Taken.' } },
});

/** An API of jobs, which tells whoever has made one what became of it. */
const jobs = {
  openapi: '3.1.0',
  info: { title: 'Jobs', version: '1' },
  paths: {
    '/jobs': {
      get: { responses: { 200: { description: 'All.', content: json({ type: 'array', items: job }) } } },
      post: {
        requestBody: { content: json(job) },
        responses: { 201: { description: 'Made.', content: json(job) } },
        callbacks: {
          onDone: {
            '{$request.body#/hook}': {
              put: called({
                type: 'object',
                required: ['id', 'event'],
                properties: { id: { type: 'integer' }, event: { const: 'done' } },
              }),
            },
          },
          onQuery: {
            'http://127.0.0.1:{$request.query.port}/jobs/{$response.body#/id}?by={$method}': { post: called(job) },
          },
        },
      },
    },
    '/jobs/{id}': {
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
      get: { responses: { 200: { description: 'One.', content: json(job) } } },
    },
  },
  webhooks: {
    'job-done': {
      post: called({
        type: 'object',
        required: ['job'],
        properties: { job: { type: 'string', examples: ['nightly'] } },
      }),
    },
  },
};

const receiver = openOnce(startReceiver);
const understudy = openOnce(() => createUnderstudy({ openapi: jobs, webhookDelivery: 'on', log: 'off' }));
beforeAll(async () => {
  await understudy.ready();
});

async function ask(path: string, body?: object): Promise<{ status: number; json: ReturnType<JSON['parse']> }> {
  const sent = body && { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const answer = await understudy.fetch(path, sent);
  return { status: answer.status, json: await answer.json() };
}

it('calls back at the addresses that a request names, with what it has answered', async () => {
  const before = receiver.received.length;
  const made = await ask(`/jobs?port=${receiver.port}`, { name: 'nightly', hook: receiver.url });
  expect(made.status).toBe(201);
  await receiver.reached(before + 2);
  const came = receiver.received
    .slice(before)
    .map(({ method, url, body }) => ({ method, url, json: JSON.parse(body.toString()) }));
  expect(came).toHaveLength(2);
  expect(came).toContainEqual({ method: 'PUT', url: '/hooks', json: { id: made.json.id, event: 'done' } });
  expect(came).toContainEqual({ method: 'POST', url: `/jobs/${made.json.id}?by=POST`, json: made.json });
  // Nobody has agreed on a secret.
  expect(receiver.received.at(-1)?.headers['webhook-signature']).toBeUndefined();

  // Deliveries are written down after their answers.
  await expect
    .poll(async () => (await ask('/api/webhooks/registrations')).json.data.map((one: never) => one))
    .toEqual([
      expect.objectContaining({
        callback: 'onDone',
        url: receiver.url,
        deliveries: expect.objectContaining({ succeeded: 1 }),
      }),
      expect.objectContaining({ callback: 'onQuery', deliveries: expect.objectContaining({ succeeded: 1 }) }),
    ]);
});

it.each([
  ['no address', { name: 'nightly' }],
  ['none that is one', { name: 'nightly', hook: 'file:///etc/passwd' }],
  ['one with credentials', { name: 'nightly', hook: 'http://a:b@127.0.0.1/' }],
])('calls nobody back where a request names %s', async (_, body) => {
  const before = (await ask('/api/webhooks/registrations')).json.data.length;
  expect((await ask('/jobs', body)).status).toBe(201);
  expect((await ask('/api/webhooks/registrations')).json.data).toHaveLength(before);
});

it('sends a webhook as the document has it, signed for whoever has registered', async () => {
  const registered = await ask('/api/webhooks/register', { url: receiver.url, events: ['job.done'] });
  const [{ secret, signing }] = registered.json.data;
  const before = receiver.received.length;
  const sent = await ask('/api/webhooks/test/job.done', {});
  expect(sent.json.data).toMatchObject([{ type: 'job.done', data: { object: { job: 'nightly' } }, delivery_count: 1 }]);
  await receiver.reached(before + 1);
  const delivery = receiver.received.at(-1);
  expect(JSON.parse(String(delivery?.body))).toEqual({ job: 'nightly' });
  expect(delivery && verifyStandard(delivery, secret, signing)).toEqual({ job: 'nightly' });

  // From then on a callback to the same address is signed as well.
  await ask('/jobs', { name: 'signed', hook: receiver.url });
  await receiver.reached(before + 2);
  const back = receiver.received.at(-1);
  expect(back && verifyStandard(back, secret, signing)).toMatchObject({ event: 'done' });
});

it('sends nothing again for a write that is repeated under its key', async () => {
  const before = receiver.received.length;
  const keyed = () =>
    understudy.fetch('/jobs', jsonRequest('POST', { name: 'once', hook: receiver.url }, { 'idempotency-key': 'once' }));
  const [first, second] = [await keyed(), await keyed()];
  expect(await second.text()).toBe(await first.text());
  await receiver.reached(before + 1);
  await ask('/api/webhooks/test/job.done', {});
  await receiver.reached(before + 2);
  expect(receiver.received).toHaveLength(before + 2);
});
