/** Auth.js: @auth/core alone, in a server of Node. */
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Auth } from '@auth/core';
import { announce, listen } from './app.mjs';
import { callbacks, loginPage, provider, shownOf } from './auth-js.mjs';
import { appSecret } from './express-app.mjs';

const config = { providers: [provider], callbacks, secret: appSecret, trustHost: true, basePath: '/auth' };

async function answerTo(incoming) {
  const { method, headers } = incoming;
  const ask = (path, init) => Auth(new Request(new URL(path, origin), { headers, ...init }), config);
  if (incoming.url === '/login') return new Response(loginPage('/auth'), { headers: { 'content-type': 'text/html' } });
  if (incoming.url === '/me') return Response.json(shownOf(await (await ask('/auth/session')).json()));
  if (!incoming.url.startsWith('/auth/')) return new Response(null, { status: 404 });
  return ask(incoming.url, { method, ...(method === 'POST' ? { body: await text(incoming) } : {}) });
}

const server = createServer(async (incoming, outgoing) => {
  const answer = await answerTo(incoming);
  outgoing.writeHead(answer.status, [...answer.headers].flat()).end(await answer.text());
});
const origin = await listen(server);
announce(origin);
