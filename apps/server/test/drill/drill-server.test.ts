/** The server of a drill: what it has seen when its command has ended. */
import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, it } from 'vitest';
import { startDrillServer } from '../../src/drill/run-drill.js';
import { plansNamed } from '../../src/drill/result.js';
import { api, settingsOf } from '../support.js';
import { openEach } from '../use.js';

const server = openEach(() => startDrillServer(settingsOf({ log: 'off' }), api));

it('waits for exchanges that have not ended', async () => {
  const [calm] = plansNamed([]);
  if (calm === undefined) throw new Error('there is no calm plan');
  const { baseUrl, observe } = await server.open(calm);
  const { hostname, port, pathname } = new URL(baseUrl);
  const socket = connect(Number(port), hostname);
  await once(socket, 'connect');
  const head = `GET ${pathname}/api/education/courses?delay=5 HTTP/1.1\r\nHost: ${hostname}:${port}\r\n`;
  socket.write(`${head}Expect: 100-continue\r\n\r\n`);
  // What it is told to go on with has begun.
  await once(socket, 'data');
  const observed = observe();
  socket.destroy();
  expect((await observed).requests).toMatchObject([{ sequence: 1, ended: 'client_left', status: null }]);
});

it('keeps its rules when the client resets the sandbox', async () => {
  const headers = { connection: 'close' };
  const [, portal] = plansNamed(['captive_portal']);
  if (portal === undefined) throw new Error('there is no such plan');
  const { baseUrl, observe } = await server.open(portal);
  await fetch(`${baseUrl}/reset`, { method: 'POST', headers });
  const answer = await fetch(`${baseUrl}/api/education/courses`, { headers });
  expect(await answer.text()).toContain('<html');
  expect((await observe()).requests).toMatchObject([{ fault: { fault: 'captive_portal' } }]);
});
