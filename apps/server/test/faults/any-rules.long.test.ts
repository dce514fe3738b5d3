/** Any rules that can be set are answered as they were set, and can be set again as they are answered. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { send } from '../sandboxes/client.js';
import { inProcess, useServer } from '../support.js';
import { rulesIn, rulesOf, setRules } from './rules.js';

const server = useServer(inProcess);

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 });
const patternsOf = (one: fc.Arbitrary<string>) => fc.oneof(one, fc.array(one, { minLength: 1, maxLength: 3 }));
/** Such as a request can match. */
const operations = patternsOf(
  fc
    .tuple(fc.constantFrom('**', 'education.*', 'auth.login', 'events.listEvents'), fc.array(fc.nat({ max: 30 })))
    .map(([pattern, at]) => at.reduce<string>((known, i) => `${known.slice(0, i)}**${known.slice(i)}`, pattern)),
);
const paths = patternsOf(text.map((own) => `/${own.replaceAll(/[?#]/g, '*')}`));
const names = fc.dictionary(fc.stringMatching(/^[a-zA-Z_][\w-]{0,9}$/), text, { maxKeys: 3, noNullPrototype: true });
const count = fc.integer({ min: 0, max: 1_000_000_000 });
const from = fc.date({ min: new Date('0001-01-01'), max: new Date('2100-01-01'), noInvalidDate: true });
const until = fc.date({ min: new Date('2100-01-02'), max: new Date('9999-01-01'), noInvalidDate: true });
const instant = (date: fc.Arbitrary<Date>) => fc.option(date.map((one) => one.toISOString()));

const when = fc.record(
  { operation: operations, method: patternsOf(text), path: paths, query: names, header: names },
  { requiredKeys: [] },
);

const effect = fc.oneof(
  fc
    .constantFrom('reset;at=body', 'delay;min=1.5;max=3, server_error;retry_after=past', 'outage;seconds=3;as=reset')
    .map((fault) => ({ fault, answer: null })),
  fc
    .record({
      status: fc.constantFrom(200, 404, 599),
      headers: fc.dictionary(fc.stringMatching(/^x-[a-z]{1,5}$/), fc.stringMatching(/^[!-~]{0,9}$/), {
        maxKeys: 3,
        noNullPrototype: true,
      }),
      body: fc.jsonValue({ maxDepth: 3 }),
    })
    .map((answer) => ({ fault: null, answer })),
);

const settings = fc.record(
  {
    enabled: fc.boolean(),
    when,
    after: count,
    times: fc.option(count),
    every: fc.integer({ min: 1, max: 100 }),
    per: fc.constantFrom('sandbox', 'operation', 'url', 'token', 'client'),
    probability: fc.double({ min: 0, max: 1, noNaN: true }),
    from: instant(from),
    until: instant(until),
  },
  { requiredKeys: [] },
);

const rule = fc.tuple(settings, effect).map(([members, what]) => ({ ...members, ...what }));

it('goes round', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(rule, { maxLength: 5 }), async (given) => {
      const rules = JSON.parse(JSON.stringify(given)) as object[];
      const put = await setRules(server, 'a', rules);
      expect(put.status).toBe(200);
      const answered = rulesOf(put);
      expect(answered).toMatchObject(rules);
      expect(await rulesIn(server, 'a')).toEqual(answered);
      expect(rulesOf(await setRules(server, 'a', answered))).toEqual(answered);
      const { json } = await send(server, 'GET', '/sandboxes/a/snapshot');
      expect((await send(server, 'PUT', '/sandboxes/b/snapshot', json)).status).toBe(200);
      expect(await rulesIn(server, 'b')).toEqual(answered);
    }),
    { numRuns: 60 },
  );
});
