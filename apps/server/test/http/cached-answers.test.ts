/** Answers that are kept are those that the next caller would get too, whatever the spelling of the controls. */
import { afterEach, expect, it, vi } from 'vitest';
import { apiOf } from '../../src/call/api.js';
import { defineDomain, get, implement, z } from '../../src/domain.js';
import { ourDomains } from '../our-domains.js';
import { inProcess, type TestServer } from '../support.js';
import { ending } from '../use.js';

const COURSES = '/api/education/courses';

let server: TestServer;
afterEach(() => void vi.useRealTimers());

it.each(['delay', 'd%65lay', '%64%65%6C%61%79', 'de%6cay'])('every call waits its %s', async (name) => {
  server = ending(await inProcess());
  for (let round = 0; round < 4; round++) await server.fetch(`${COURSES}?${name}=0.5`);
  expect(server.waits).toEqual([500, 500, 500, 500]);
});

it.each(['simulate_error', 'simulat%65_error', 'simulate%5Ferror'])('every call is cut by its %s', async (name) => {
  server = ending(await inProcess());
  for (let round = 0; round < 4; round++) {
    const answer = await server.fetch(`${COURSES}?${name}=malformed`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).not.toMatch(/}$/);
  }
});

it.each([COURSES, '/', '/openapi.json', '/problems/conflict'])(
  'no caller of %s gets the CORS headers of another',
  async (path) => {
    server = ending(await inProcess());
    for (const name of ['cors', 'c%6Frs', '%63ors']) {
      const from = async (origin?: string) => {
        const { headers } = await server.fetch(
          `${path}?${name}=restrict`,
          origin === undefined ? {} : { headers: { origin } },
        );
        return headers.get('access-control-allow-origin');
      };
      for (let round = 0; round < 3; round++)
        expect(await from('https://allowed.example')).toBe('https://allowed.example');
      for (let round = 0; round < 3; round++) expect(await from('https://elsewhere.example')).toBeNull();
      expect(await from()).toBe('*');
    }
  },
);

/** A domain that counts how often its handlers run: of one that looks at the present, and of one that does not. */
function counting() {
  const runs = { steady: 0, timely: 0 };
  const output = z.object({ word: z.string() }).meta({ description: 'A word.', examples: [{ word: 'so' }] });
  const texts = { summary: 'Get a word', description: 'A word.', input: z.object({}), output };
  const contract = defineDomain({
    name: 'words',
    description: 'Words.',
    operations: { getSteady: get('/api/words/steady', texts), getTimely: get('/api/words/timely', texts) },
  });
  const domain = implement(contract, {
    collections: [],
    handlers: {
      getSteady: () => ({ value: { word: String((runs.steady += 1)) } }),
      getTimely: ({ now }) => ({ value: { word: `${(runs.timely += 1)} at ${now}` } }),
    },
  });
  return { runs, serves: apiOf([...ourDomains, domain]) };
}

it('an answer whose handler never looked at the clock outlasts it, and another does not', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-03-01T12:00:00.000Z') });
  const { runs, serves } = counting();
  server = ending(await inProcess({ clock: 'real', serves }));
  for (let round = 0; round < 10; round++) {
    await server.fetch('/api/words/steady');
    await server.fetch('/api/words/timely');
    vi.setSystemTime(Date.now() + 1);
  }
  // What is asked the second time is kept.
  expect(runs).toEqual({ steady: 2, timely: 10 });
});
