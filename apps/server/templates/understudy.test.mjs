/** Runs a client against Understudy, which fails on demand and sees every request. */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A request that the served API answers with 200. */
const PATH = '/api/education/courses';

let server;
let origin;

beforeAll(async () => {
  const main = createRequire(`${process.cwd()}/package.json`).resolve('@understudy/server/package.json');
  // Options are in understudy.config.json.
  const command = [main.replace('package.json', 'dist/main.js'), 'serve', '--port', '0', '--log', 'off'];
  server = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  origin = await new Promise((resolve, reject) => {
    server.stdout.once('data', (line) => resolve(String(line).trim().split(' ').at(-1)));
    server.once('exit', (code) => reject(new Error(`the server ended with exit code ${code}`)));
  });
});

afterAll(() => server.kill());

test('asks again after a failure', async () => {
  // A private copy of the whole API; give your client its address.
  const sandbox = `${origin}/sandboxes/asks-again`;
  const rules = [{ when: { path: PATH }, times: 1, fault: 'service_unavailable' }];
  await fetch(`${sandbox}/faults`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ rules }),
  });

  // In the place of your client, which should wait as long as Retry-After says.
  const first = await fetch(sandbox + PATH);
  await new Promise((resolve) => setTimeout(resolve, Number(first.headers.get('Retry-After')) * 1000));
  const second = await fetch(sandbox + PATH);
  expect(second.status).toBe(200);

  // What the client sent, and what it did wrong.
  const { data: requests } = await (await fetch(`${sandbox}/requests`)).json();
  expect(requests.map(({ status }) => status).join()).toBe('503,200');
  const { data: verdicts } = await (await fetch(`${sandbox}/conduct?severity=error`)).json();
  expect(verdicts.length).toBe(0);
});
