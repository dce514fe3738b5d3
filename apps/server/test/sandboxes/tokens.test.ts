/** Tokens that control some sandboxes: what they reach, over every operation of the control API, and nothing else. */
import type { Operation } from '@understudy/contract/kit';
import { sampleInput } from '@understudy/contract/samples';
import { sandboxes } from '@understudy/contract/sandboxes';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { matchesName } from '../../src/call/access.js';
import { inProcess } from '../support.js';
import { type JsonAnswer, send } from './client.js';
import { long } from '../long.js';
import { openOnce } from '../use.js';

const ADMIN = { authorization: 'Bearer letmein' };
const DAY = 86_400_000;

let now = Date.parse('2026-03-01T12:00:00Z');
const server = openOnce(() => inProcess({ adminToken: 'letmein', machineNow: () => now }));

interface Made {
  readonly id: string;
  readonly token: string;
  readonly expires_at: string;
}

async function make(pattern: string, days?: number): Promise<Made> {
  const body = { sandboxes: pattern, ...(days === undefined ? {} : { expires_in_days: days }) };
  const { status, json } = await send(server, 'POST', '/tokens', body, ADMIN);
  expect(status).toBe(200);
  return (json as { data: [Made] }).data[0];
}

const bearing = ({ token }: Pick<Made, 'token'>) => ({ authorization: `Bearer ${token}` });

/** Every operation of the control API that names a sandbox. */
const operations = Object.values<Operation>(sandboxes.operations);
const naming = operations.filter(({ meta }) => meta.openapi.path.includes('{name}'));
const others = operations.filter((one) => !naming.includes(one) && one !== sandboxes.operations.listSandboxes);

/** Sends what an operation takes, to the sandbox of a name. */
async function call(operation: Operation, name: string, headers: Record<string, string>): Promise<Response> {
  const { method, path } = operation.meta.openapi;
  const input: Record<string, unknown> = { ...sampleInput(operation), name };
  const address = path.replaceAll(/\{(\w+)\}/g, (_, member: string) => encodeURIComponent(String(input[member])));
  const { name: _name, ...body } = input;
  const hasBody = operation.meta.bodies.length > 0;
  const query = operation.name.endsWith('streamRequests') ? '?follow=false' : '';
  return server.fetch(address + query, {
    method,
    headers: { ...headers, ...(hasBody ? { 'content-type': 'application/json' } : {}) },
    ...(hasBody ? { body: JSON.stringify(body) } : {}),
  });
}

/** What a name must be to match, said in another way. */
const asPattern = (pattern: string): RegExp =>
  new RegExp(
    `^${pattern
      .split('*')
      .map((part) => part.replaceAll('.', '\\.'))
      .join('.*')}$`,
  );

const character = fc.constantFrom(...'ab.-_0');
const name = fc
  .tuple(fc.constantFrom('a', 'b', '0'), fc.string({ unit: character, maxLength: 8 }))
  .map(([a, b]) => a + b);
const pattern = fc
  .tuple(fc.constantFrom('a', 'b', '*'), fc.string({ unit: fc.oneof(character, fc.constant('*')), maxLength: 8 }))
  .map(([a, b]) => a + b);

describe('what matches', () => {
  it('is what a regular expression of the pattern says', () => {
    fc.assert(
      fc.property(pattern, name, (given, asked) => matchesName(given, asked) === asPattern(given).test(asked)),
      { numRuns: 3000 },
    );
  });

  it('is found in no time, whatever the pattern', () => {
    expect(matchesName(`${'*a'.repeat(31)}*b`, 'a'.repeat(64))).toBe(false);
  });
});

describe('a token', () => {
  it('is shown once, and listed without what is sent', async () => {
    const made = await make('alice-*', 7);
    expect(made).toEqual({
      id: expect.stringMatching(/^ctk_[0-9a-f]{12}$/),
      sandboxes: 'alice-*',
      created_at: new Date(now).toISOString(),
      expires_at: new Date(now + 7 * DAY).toISOString(),
      token: expect.stringMatching(/^utk_[\w-]{32}$/),
    });
    const listed = await send(server, 'GET', '/tokens?per_page=50', undefined, ADMIN);
    const { token, ...rest } = made;
    expect(listed.json['data']).toContainEqual(rest);
    expect(JSON.stringify(listed.json)).not.toContain(token);
    expect(listed.headers.get('cache-control')).toBe('no-store');
  });

  long('opens what it reaches, and each other sandbox is 403 for every operation, whatever the pattern', async () => {
    // 50 tokens; of each some names of both kinds.
    const patterns = fc.sample(pattern, { numRuns: 50, seed: 1 });
    const names = fc.sample(name, { numRuns: 8, seed: 2 });
    for (const [i, given] of patterns.entries()) {
      const headers = bearing(await make(given));
      const operation = naming[i % naming.length];
      if (operation === undefined) throw new Error('no operation names a sandbox');
      for (const asked of names) {
        const { status } = await call(operation, asked, headers);
        expect([operation.name, given, asked, status === 403]).toEqual([
          operation.name,
          given,
          asked,
          !asPattern(given).test(asked),
        ]);
        expect(status).not.toBe(401);
      }
    }
  });

  it.each(naming.map((operation) => [operation.name, operation] as const))(
    'is refused by %s of another',
    async (_, operation) => {
      const headers = bearing(await make('alice-*'));
      for (const asked of ['bob-1', 'alice', 'default', 'xalice-1']) {
        const response = await call(operation, asked, headers);
        expect(response.status).toBe(403);
        expect(response.headers.get('www-authenticate')).toContain('error="insufficient_scope"');
      }
      expect((await call(operation, 'alice-1', headers)).status).not.toBe(403);
    },
  );

  it.each(others.map((operation) => [operation.name, operation] as const))(
    'is not enough for %s',
    async (_, operation) => {
      expect((await call(operation, 'alice-1', bearing(await make('*')))).status).toBe(403);
    },
  );

  it('lists the sandboxes that it reaches, and only those', async () => {
    for (const one of ['carol-1', 'carol-2', 'dave-1'])
      expect((await send(server, 'PUT', `/sandboxes/${one}`, {}, ADMIN)).status).toBe(200);
    const { json } = await send(server, 'GET', '/sandboxes?per_page=50', undefined, bearing(await make('carol-*')));
    const { data, pagination } = json as { data: { name: string }[]; pagination: { total: number } };
    expect(data.map((one) => one.name)).toEqual(['carol-1', 'carol-2']);
    expect(pagination.total).toBe(2);
  });

  it('copies no sandbox that it does not reach', async () => {
    await send(server, 'PUT', '/sandboxes/erin-1', {}, ADMIN);
    await send(server, 'PUT', '/sandboxes/frank-1', {}, ADMIN);
    const headers = bearing(await make('erin-*'));
    const copying = (from: string) => send(server, 'PUT', '/sandboxes/erin-2', { from }, headers);
    expect((await copying('frank-1')).status).toBe(403);
    expect((await copying('erin-1')).status).toBe(200);
  });

  it('reaches no more over tRPC', async () => {
    const headers = bearing(await make('alice-*'));
    const ask = (asked: string) =>
      send(
        server,
        'GET',
        `/trpc/sandboxes.getSandbox?input=${encodeURIComponent(JSON.stringify({ name: asked }))}`,
        undefined,
        headers,
      );
    expect((await ask('bob-1')).status).toBe(403);
    expect((await ask('alice-1')).status).toBe(200);
  });

  it('is refused once it is revoked, and once it has ended', async () => {
    const [one, two] = [await make('alice-*', 1), await make('alice-*', 2)];
    const status = async (made: Made): Promise<number> =>
      (await send(server, 'GET', '/sandboxes/alice-1', undefined, bearing(made))).status;
    expect([await status(one), await status(two)]).toEqual([200, 200]);
    const revoked = await server.fetch(`/tokens/${two.id}`, { method: 'DELETE', headers: ADMIN });
    expect(revoked.status).toBe(204);
    expect([await status(one), await status(two)]).toEqual([200, 401]);
    now += DAY;
    expect(await status(one)).toBe(401);
    const listed = await send(server, 'GET', '/tokens?per_page=50', undefined, ADMIN);
    expect(JSON.stringify(listed.json['data'])).not.toContain(one.id);
  });

  it.each(['utk_made-up', 'utk_', 'letmeinn'])(
    'that is made up (%s) is 401, and says nothing of what there is',
    async (token) => {
      const answer = await send(server, 'GET', '/sandboxes/alice-1', undefined, bearing({ token }));
      expect(answer.status).toBe(401);
      expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"');
    },
  );
});

describe('where anyone may control sandboxes', () => {
  it('tokens can be tried, and reach no more than they say', async () => {
    await using open = await inProcess();
    const { json } = await send(open, 'POST', '/tokens', { sandboxes: 'a-*' });
    const [made] = (json as { data: [Made] }).data;
    const status = async (asked: string, headers = {}): Promise<number> =>
      ((await send(open, 'GET', `/sandboxes/${asked}`, undefined, headers)) satisfies JsonAnswer).status;
    expect([await status('a-1', bearing(made)), await status('b-1', bearing(made)), await status('b-1')]).toEqual([
      200, 403, 200,
    ]);
  });

  it('but not on a public address', async () => {
    await using open = await inProcess({ host: '0.0.0.0' });
    expect((await send(open, 'POST', '/tokens', { sandboxes: '*' })).status).toBe(403);
  });
});

describe('bad input', () => {
  it.each([
    [{}, '#/sandboxes required'],
    [{ sandboxes: 'Alice' }, '#/sandboxes invalid_format'],
    [{ sandboxes: '' }, '#/sandboxes invalid_format'],
    [{ sandboxes: '*', expires_in_days: 0 }, '#/expires_in_days too_small'],
    [{ sandboxes: '*', expires_in_days: 1.5 }, '#/expires_in_days invalid_type'],
  ])('%j is 400', async (body, fault) => {
    const { status, json } = await send(server, 'POST', '/tokens', body, ADMIN);
    expect(status).toBe(400);
    const errors = json['errors'] as { pointer: string; code: string }[];
    expect(errors.map(({ pointer, code }) => `${pointer} ${code}`)).toContain(fault);
  });
});
