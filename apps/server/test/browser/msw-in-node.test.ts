/** MSW in Node: an app's requests are answered by a server in the same process. */
import { http, HttpResponse } from 'msw';
import { setupServer } from 'msw/node';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createUnderstudy } from '../../src/index.js';
import { handlers } from '../../src/msw.js';

const origin = 'https://api.example.com';
const understudy = createUnderstudy();
const msw = setupServer(
  http.get(`${origin}/api/education/lessons`, () => HttpResponse.json('mine')),
  ...handlers(understudy, { baseUrl: origin }),
  http.get('https://elsewhere.example/', () => HttpResponse.text('not of the API')),
);

describe('handlers', () => {
  beforeAll(() => msw.listen({ onUnhandledRequest: 'error' }));
  afterAll(async () => {
    msw.close();
    await understudy.close();
  });

  test("answer what is of the API, after one's own", async () => {
    const answer = await fetch(`${origin}/api/education/courses?per_page=1`);
    expect([answer.status, (await answer.json()).data.length]).toEqual([200, 1]);
    expect(await (await fetch(`${origin}/api/education/lessons`)).json()).toBe('mine');
    expect(await (await fetch('https://elsewhere.example/')).text()).toBe('not of the API');
  });

  test('end a connection as a network does', async () => {
    await expect(fetch(`${origin}/api/education/courses?fault=reset`)).rejects.toThrow(TypeError);
    const broken = await fetch(`${origin}/api/education/courses?fault=bad_gzip`);
    await expect(broken.text()).rejects.toThrow();
  });

  test('refuse an address that answers would not lead to', () => {
    expect(() => handlers(understudy, { baseUrl: `${origin}/v1` })).toThrow('must be an origin such as');
  });
});
