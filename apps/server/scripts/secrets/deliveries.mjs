/** How the requests with secrets go: to what succeeds, to what fails in each way, into faults, and cut. */
import { connect } from 'node:net';

const COURSES = '/api/education/courses';

const faultOf = (name) => ({ fault: name });

/** @type {readonly { name: string, path: string, fault?: string, changed?: (request: object) => object }[]} */
export const deliveries = [
  { name: 'to a list or a write', path: COURSES },
  { name: 'to nowhere', path: '/api/nowhere/at/all' },
  { name: 'to a log-in', path: '/api/auth/login' },
  { name: 'to tokens', path: '/api/oauth/token' },
  { name: 'to an operation that needs a credential', path: '/api/auth/me' },
  { name: 'with the wrong method', path: '/api/education/progress', changed: () => ({ method: 'PUT' }) },
  {
    name: 'with a type that is not taken',
    path: COURSES,
    changed: ({ headers }) => ({ method: 'POST', headers: { ...headers, 'content-type': 'image/png' } }),
  },
  { name: 'into an error', path: COURSES, ...faultOf('server_error') },
  { name: 'into a gateway', path: COURSES, ...faultOf('bad_gateway') },
  { name: 'into a reset', path: COURSES, ...faultOf('reset;at=start') },
  { name: 'into a reset amid the answer', path: COURSES, ...faultOf('reset;at=body') },
  { name: 'into a truncated answer', path: COURSES, ...faultOf('truncate') },
  { name: 'over tRPC', path: '/trpc/education.createCourse' },
];

/** The request as bytes, half of it, from a client that leaves. */
export function sendHalf(origin, { method, target, headers, body = '' }) {
  const { hostname, port, host } = new URL(origin);
  const bytes = Buffer.from(body);
  const names = Object.entries({ host, ...headers, 'content-length': bytes.length + 10 });
  const head = `${method} ${target} HTTP/1.1\r\n${names.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`;
  return new Promise((resolve) => {
    const socket = connect(Number(port), hostname, () => {
      socket.write(Buffer.concat([Buffer.from(head, 'latin1'), bytes]), () => setTimeout(() => socket.destroy(), 30));
    });
    socket.on('error', () => undefined).on('close', resolve);
    socket.resume();
  });
}
