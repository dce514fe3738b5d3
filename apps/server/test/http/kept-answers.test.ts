/** Answers that are kept are those that the next caller would get too, whatever the spelling of the controls. */
import { afterEach, expect, it } from 'vitest';
import { inProcess, type TestServer } from '../support.js';

const COURSES = '/api/education/courses';

let server: TestServer;
afterEach(() => server.close());

it.each(['delay', 'd%65lay', '%64%65%6C%61%79', 'de%6cay'])('every call waits its %s', async (name) => {
  server = await inProcess();
  for (let round = 0; round < 4; round++) await server.fetch(`${COURSES}?${name}=0.5`);
  expect(server.waits).toEqual([500, 500, 500, 500]);
});

it.each(['simulate_error', 'simulat%65_error', 'simulate%5Ferror'])('every call is cut by its %s', async (name) => {
  server = await inProcess();
  for (let round = 0; round < 4; round++) {
    const answer = await server.fetch(`${COURSES}?${name}=malformed`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(await answer.text()).not.toMatch(/}$/);
  }
});

it.each([COURSES, '/', '/openapi.json', '/problems/conflict'])(
  'no caller of %s gets the CORS headers of another',
  async (path) => {
    server = await inProcess();
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
