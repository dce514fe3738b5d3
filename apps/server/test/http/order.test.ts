/** The order of a call: controls, latency, forced failure, input, handler. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inProcess, type TestServer } from '../support.js';

let server: TestServer;
beforeEach(async () => {
  server = await inProcess();
});
afterEach(() => server.close());

const post = (query: string, body: string) =>
  server.fetch(`/api/education/courses?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  });

it('refuses bad controls before it waits or fails on purpose', async () => {
  const response = await post('delay=2&simulate_error=rate_limit&page=0', '{');
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ errors: [{ parameter: 'page' }] });
  expect(server.waits).toEqual([]);
});

it('waits before it fails on purpose, and fails on purpose before it reads the body', async () => {
  const response = await post('delay=2&simulate_error=rate_limit', '{ broken');
  expect(response.status).toBe(429);
  expect(server.waits).toEqual([2000]);
});

it('waits before it refuses a bad body', async () => {
  expect((await post('delay=1.5', '{}')).status).toBe(400);
  expect(server.waits).toEqual([1500]);
});

it('sends a real failure whole, even where malformed was asked for', async () => {
  const bad = await post('simulate_error=malformed', '{}');
  expect(bad.status).toBe(400);
  expect(await bad.json()).toMatchObject({ kind: 'bad_request', simulated: false });
  const missing = await server.fetch('/api/education/courses/crs_9999?simulate_error=malformed');
  expect(missing.status).toBe(404);
  expect(await missing.json()).toMatchObject({ kind: 'not_found' });
});

it('never delays or fails OPTIONS', async () => {
  const response = await server.fetch('/api/education/courses?delay=5&simulate_error=server_error', {
    method: 'OPTIONS',
  });
  expect(response.status).toBe(204);
  expect(server.waits).toEqual([]);
});
