/** The document as Postman imports it, with the converter's defaults: every call works as it stands. */
import { logIn } from '@understudy/tooling/operations';
import { patient } from '@understudy/tooling/patience';
import newman from 'newman';
import converter from 'openapi-to-postmanv2';
import { describe, expect, it } from 'vitest';
import { overSocket } from '../support.js';
import { openEach } from '../use.js';

interface Item {
  readonly name: string;
  readonly item?: Item[];
  readonly request?: {
    readonly url: { readonly query?: { readonly key: string }[] };
    readonly body?: { readonly raw?: string };
    auth?: unknown;
  };
}

interface Collection {
  readonly item: Item[];
}

const server = openEach(overSocket);

function convert(document: string, options: Readonly<Record<string, unknown>>): Promise<Collection> {
  return new Promise((resolve, reject) => {
    converter.convertV2({ type: 'string', data: document }, options, (error, { result, reason, output }) => {
      const [first] = output ?? [];
      if (error === null && result && first !== undefined) resolve(first.data as Collection);
      else reject(error ?? new Error(reason));
    });
  });
}

function requestsIn(items: readonly Item[]): Item[] {
  return items.flatMap((one) => (one.item === undefined ? [one] : requestsIn(one.item)));
}

/** What an example of a request stands for, where no fixed one can do: it expires, or is made by another call. */
const placeholders = ['{{bearerToken}}', '<REFRESH_TOKEN>', 'we_0001'];

async function registered(): Promise<string> {
  const body = JSON.stringify({ url: 'http://127.0.0.1:3000/webhooks', events: ['*'] });
  const headers = { 'content-type': 'application/json' };
  const answer = await server.fetch('/api/webhooks/register', { method: 'POST', headers, body });
  const { data } = (await answer.json()) as { data: [{ id: string }] };
  return data[0].id;
}

/** The rule of the examples. */
const RULE = '"first-try-fails"';

/** Sets that rule, in a sandbox that no other call is about. */
async function ruled(): Promise<void> {
  const body = `{"rules":[{"id":${RULE},"fault":"hang"}]}`;
  const headers = { 'content-type': 'application/json' };
  await server.fetch('/sandboxes/ruled/faults', { method: 'PUT', headers, body });
}

/** Fills in what only a person can, with a session for each call, since one of them logs out. */
async function filledIn(collection: Collection): Promise<Collection> {
  const id = await registered();
  await ruled();
  for (const { request } of requestsIn(collection.item)) {
    const asked = JSON.stringify(request);
    const named = asked.includes(RULE) ? asked.replaceAll('"value":"default"', '"value":"ruled"') : asked;
    // Nobody is there to end a stream that stays open.
    const text = named.replace('"key":"follow","value":"true"', '"key":"follow","value":"false"');
    Object.assign(request ?? {}, JSON.parse(text));
    if (request === undefined || !placeholders.some((placeholder) => text.includes(placeholder))) continue;
    const { access_token, refresh_token } = await logIn(server.fetch);
    const values = [access_token, refresh_token, id];
    const filled = placeholders.reduce(
      (so, placeholder, index) => so.replaceAll(placeholder, values[index] ?? ''),
      text,
    );
    Object.assign(request, JSON.parse(filled));
  }
  return collection;
}

function run(collection: Collection): Promise<readonly { call: string; code: number | undefined; text: string }[]> {
  const envVar = [{ key: 'baseUrl', value: server.origin }];
  return new Promise((resolve, reject) => {
    newman.run({ collection, envVar }, (error, summary) => {
      if (error !== null) return reject(error);
      resolve(
        summary.run.executions.map(({ request, response, item }) => ({
          call: `${request.method} ${item.name} ${request.url.toString()}`,
          code: response?.code,
          text: response?.text() ?? '',
        })),
      );
    });
  });
}

/** Imports the document, and expects that nothing in it forces a failure or is left to be filled in. */
async function imported(options: Readonly<Record<string, unknown>>): Promise<Collection> {
  const document = await (await server.fetch('/openapi.json?for=postman')).text();
  const collection = await convert(document, options);
  const items = requestsIn(collection.item);
  const documented = Object.values((JSON.parse(document) as { paths: Record<string, object> }).paths);
  expect(items).toHaveLength(documented.flatMap((methods) => Object.keys(methods)).length);
  const keys = new Set(items.flatMap(({ request }) => (request?.url.query ?? []).map(({ key }) => key)));
  expect([...keys].toSorted()).toEqual([
    'arrivals',
    'bom',
    'currency',
    'delay',
    'depth',
    'feed',
    'follow',
    'format',
    'min',
    'mode',
    'page',
    'pagination_style',
    'per_page',
    'size',
    'status',
    'wait',
    'width',
  ]);
  for (const { request } of items) expect(request?.body?.raw ?? '').not.toMatch(/"<?string>?"/);
  return collection;
}

describe('imported', { timeout: patient(20_000) }, () => {
  it('with the defaults, every call succeeds as it stands', async () => {
    const collection = await imported({});
    const executions = await run(await filledIn(collection));
    expect(executions).toHaveLength(requestsIn(collection.item).length);
    const refused = executions.filter(({ code }) => code === undefined || ![200, 201, 202, 204].includes(code));
    // No event was delivered, of the order in the examples nothing is left to be paid, and no device or client has the codes and ids in them.
    expect(refused.map(({ call, code }) => [code, call.replace(/ http.*/, '')])).toEqual([
      [409, 'POST Pay an order'],
      [409, 'POST Confirm a payment'],
      [409, 'POST Cancel an order'],
      // And that of food has been delivered.
      [409, 'PATCH Change a food order'],
      [409, 'POST Cancel a food order'],
      [400, 'POST Allow or deny the login of a device'],
      [401, 'GET Read the registration of a client'],
      [401, 'PUT Change the registration of a client'],
      [401, 'DELETE Delete the registration of a client'],
      [404, 'POST Deliver an event again'],
    ]);
  });

  it('with parameters from examples, no call is forced to fail', async () => {
    await imported({ parametersResolution: 'Example' });
  });
});
