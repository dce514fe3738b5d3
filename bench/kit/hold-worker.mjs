/** The process that holds many requests at once: one socket each, all in flight before the first is answered. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** More connections at a time than this would wait in the server's backlog, and be retried a second later. */
const CONNECTING = 250;

function open(port) {
  return new Promise((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    socket.once('error', reject);
    socket.once('connect', () => resolve(socket));
  });
}

async function openAll(port, count) {
  const sockets = [];
  while (sockets.length < count) {
    const wanted = Math.min(CONNECTING, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: wanted }, () => open(port)))));
  }
  return sockets;
}

/** Sends one request; resolves with status and time once its whole answer is here. */
function hold(socket, request) {
  return new Promise((resolve) => {
    const since = performance.now();
    let text = '';
    const settle = (status) => {
      socket.destroy();
      resolve({ status, ms: performance.now() - since });
    };
    socket.setEncoding('latin1').on('data', (part) => {
      text += part;
      const head = text.indexOf('\r\n\r\n');
      if (head < 0) return;
      const length = Number(/\r\ncontent-length: (\d+)/i.exec(text)?.[1]);
      if (text.length >= head + 4 + length) settle(Number(text.slice(9, 12)));
    });
    socket.once('error', () => settle('error'));
    socket.once('close', () => settle('closed'));
    socket.write(request);
  });
}

async function holdAll({ port, path, count, rampMs }) {
  const sockets = await openAll(port, count);
  const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`;
  let inFlight = 0;
  let most = 0;
  const since = performance.now();
  const answers = [];
  for (const [index, socket] of sockets.entries()) {
    // Spread evenly over the ramp; a ramp of 0 sends all of them in one go.
    if (performance.now() - since < (index / count) * rampMs) await sleep(1);
    inFlight += 1;
    most = Math.max(most, inFlight);
    answers.push(hold(socket, request).finally(() => (inFlight -= 1)));
  }
  const done = await Promise.all(answers);
  const statuses = {};
  for (const { status } of done) statuses[status] = (statuses[status] ?? 0) + 1;
  return { statuses, most, times: done.map(({ ms }) => ms) };
}

process.on('message', ({ id, job }) => {
  holdAll(job).then(
    (result) => process.send({ id, result }),
    (error) => process.send({ id, failure: error.message }),
  );
});
