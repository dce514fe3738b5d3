/** Every operation that reads members of its input from headers: over REST there alone, over tRPC like any other member. */
import { type Operation } from '@understudy/contract';
import { describe, expect, it } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { ourDomains } from '../our-domains.js';
import { inProcess, type TestServer } from '../support.js';
import { faultNames, type TransportAnswer, transports } from './transport.js';
import { boardDomain } from './versioned-domain.js';
import { declaredCalls } from './declared-calls.js';
import { openOnce } from '../use.js';

const serves = apiOf([...ourDomains, boardDomain]);

/** The members that a declaration names itself; the conditions of a write have a suite of their own. */
const namesOf = ({ meta }: Operation) =>
  Object.entries(meta.headers).filter(([member]) => !['if_match', 'if_none_match'].includes(member));

const declared = [...serves.operations.values()].filter((operation) => namesOf(operation).length > 0);
const [rest, trpc] = transports;

const server = openOnce(() => inProcess({ serves }));
const strict = openOnce(() => inProcess({ serves, strict: true }));
const twin = openOnce(() => inProcess({ serves }));

let calls = 0;

describe.each(declared)('$name', (operation) => {
  const { input = undefined } = declaredCalls[operation.name] ?? {};
  const own = namesOf(operation);
  const isRead = operation.method === 'GET';
  const whole = (): Record<string, unknown> => {
    if (input === undefined) throw new Error(`say how ${operation.name} is called`);
    calls += 1;
    return input('brd_0004', calls);
  };
  const only = (given: object, keep: (member: string) => boolean) =>
    Object.fromEntries(Object.entries(given).filter(([member]) => keep(member)));
  const bareOf = (given: object) => only(given, (member) => !own.some(([name]) => name === member));
  const without = (member: string) => only(whole(), (name) => name !== member);
  const path = (): string => operation.path.replaceAll(/\{\w+\}/g, 'brd_0004');

  it('reads them, with their types, as tRPC does', async () => {
    const given = whole();
    const [over, through] = [await rest.call(server, operation, given), await trpc.call(server, operation, given)];
    expect(over.status).toBe(200);
    expect(over.value).toEqual(through.value);
    expect(over.text).toBe((await rest.call(twin, operation, given)).text);
    const bare = bareOf(given);
    expect((await rest.call(server, operation, bare)).value).not.toEqual(over.value);
  });

  it('counts a header without a value as left out', async () => {
    const empty = Object.fromEntries(own.map(([, name]) => [name, '']));
    const given = whole();
    const bare = bareOf(given);
    const answer = await rest.call(server, operation, bare, { headers: empty });
    expect([answer.status, answer.value]).toEqual([200, (await rest.call(server, operation, bare)).value]);
  });

  it.each(own)('%s: does not read it elsewhere, and refuses it there where the sandbox is strict', async (member) => {
    const given = without(member);
    const send = (of: TestServer): Promise<TransportAnswer> =>
      operation.meta.bodies.length === 0
        ? rest.call(of, operation, given, { query: `${member}=x` })
        : rest.call({ ...of, fetch: (to, init) => of.fetch(to, withMember(init, member)) }, operation, given);
    const refused = await send(strict);
    expect([refused.status, faultNames(refused)]).toEqual([
      400,
      [operation.meta.bodies.length === 0 ? member : `#/${member}`],
    ]);
    await using loose = await inProcess({ serves });
    const [answer, plain] = [await send(loose), await rest.call(loose, operation, given)];
    expect([answer.status, answer.value]).toEqual([200, plain.value]);
    const journal = await loose.fetch('/sandboxes/default/requests');
    const { data } = (await journal.json()) as { data: { unknown: { name: string }[] }[] };
    expect(data.flatMap(({ unknown }) => unknown.map(({ name }) => name))).toEqual([member]);
  });

  it.each(own)('%s: a fault in it names its header, %s', async (member, name) => {
    for (const over of transports) {
      // Any text can be a list of texts.
      const isText = operation.input.shape[member]?.safeParse(['x']).success === true;
      if (over === rest && isText) continue;
      const answer = await over.call(server, operation, { ...whole(), [member]: over === rest ? 'x' : {} });
      const inBody = operation.meta.bodies.length > 0;
      expect([answer.status, faultNames(answer)]).toEqual([
        400,
        [over === rest ? name : inBody ? `#/${member}` : member],
      ]);
    }
  });

  it('lets pages of other origins send them', async () => {
    const asked = own.map(([, name]) => name.toLowerCase()).join(', ');
    const { headers } = await server.fetch(path(), {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': operation.method,
        'access-control-request-headers': asked,
      },
    });
    expect(headers.get('access-control-allow-headers')).toBe(asked);
  });

  it('answers nobody what was kept for another header', async () => {
    if (!isRead) return;
    const [given, bare] = [whole(), without(own[0]?.[0] ?? '')];
    const [first, other] = [await rest.call(server, operation, given), await rest.call(server, operation, bare)];
    expect(first.text).not.toBe(other.text);
    for (let round = 0; round < 4; round++) {
      expect((await rest.call(server, operation, given)).text).toBe(first.text);
      const answer = await rest.call(server, operation, bare);
      expect(answer.text).toBe(other.text);
      for (const [, name] of own) expect(answer.headers.get('vary')).toContain(name);
    }
  });

  it('repeats its answer under an Idempotency-Key, and takes other headers for another payload', async () => {
    const [[member = ''] = []] = own;
    if (isRead) return;
    const key = { headers: { 'idempotency-key': `h${calls}` } };
    const given = whole();
    const first = await rest.call(server, operation, given, key);
    const again = await rest.call(server, operation, given, key);
    expect([again.text, again.headers.get('idempotency-replayed')]).toEqual([first.text, 'true']);
    const { [member]: _, ...other } = given;
    expect((await rest.call(server, operation, other, key)).status).toBe(422);
  });
});

/** A request with one more member in its body. */
function withMember(init: RequestInit | undefined, member: string): RequestInit {
  const body = JSON.parse(String(init?.body)) as object;
  return { ...init, body: JSON.stringify({ ...body, [member]: 'x' }) };
}
