/** Starts the app, and a mock to log in at where none is given; ends with Ctrl-C, or with its input where that is no terminal. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import { loginApp } from './app.mjs';
import { startMock } from './mock.mjs';

const { BASE_URL, PORT = '3000' } = process.env;
const mock = BASE_URL ? { baseUrl: BASE_URL, stop: () => {} } : await startMock();

const server = createServer(loginApp(mock.baseUrl)).listen(Number(PORT), '127.0.0.1');
server.once('error', (error) => {
  console.error(`cannot listen on port ${PORT}: ${error.message}`);
  mock.stop();
  process.exitCode = 1;
});
await once(server, 'listening');
const address = server.address();
console.log(`login-app is listening on http://127.0.0.1:${typeof address === 'object' ? address?.port : PORT}`);
console.log(`and logs in at ${mock.baseUrl}`);

function stop() {
  server.close();
  server.closeAllConnections();
  mock.stop();
  process.stdin.pause();
}
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
if (!process.stdin.isTTY) process.stdin.resume().once('end', stop);
