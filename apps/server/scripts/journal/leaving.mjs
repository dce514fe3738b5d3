/** Clients that leave in every phase of an exchange: the journal has how far each came, and the server keeps nothing. */
import { journalOf, sequenceFaults } from './sandbox.mjs';
import { head, open, times, until } from './wire.mjs';

const COURSES = '/api/education/courses';
const JSON_TYPE = { 'Content-Type': 'application/json' };
const course = JSON.stringify({
  title: 'Tea',
  category: 'Food',
  difficulty: 'expert',
  instructor: 'Bo',
  duration_hours: 1,
});
const half = course.slice(0, course.length / 2);

/** Long enough for a client to leave before. */
const LATE = 'fault=delay;ms=60000';

/**
 * What a client has sent when it leaves, and what the journal has then: how many entries, with which body and ending.
 *
 * @type {Record<string, { bytes: (base: string) => string, entry?: { status: number | null, body: string | null } }>}
 */
const phases = {
  'with nothing sent': { bytes: () => '' },
  'amid the head': { bytes: (base) => head('GET', base + COURSES).slice(0, -4) },
  'before the answer': {
    bytes: (base) => head('GET', `${base}${COURSES}?${LATE}`),
    entry: { status: null, body: null },
  },
  'amid the body': {
    bytes: (base) => head('POST', base + COURSES, { ...JSON_TYPE, 'Content-Length': course.length }) + half,
    entry: { status: null, body: half },
  },
  'amid a chunked body': {
    bytes: (base) =>
      `${head('POST', base + COURSES, { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' })}${half.length.toString(16)}\r\n${half}\r\n`,
    entry: { status: null, body: half },
  },
  'amid a body that a fault does not read': {
    bytes: (base) =>
      head('POST', `${base}${COURSES}?fault=hang;seconds=600`, { ...JSON_TYPE, 'Content-Length': course.length }) +
      half,
    entry: { status: null, body: half },
  },
  'with a whole body, before the answer': {
    bytes: (base) =>
      head('POST', `${base}${COURSES}?${LATE}`, { ...JSON_TYPE, 'Content-Length': course.length }) + course,
    entry: { status: null, body: course },
  },
  'after the head of the answer': {
    bytes: (base) => head('GET', `${base}${COURSES}?fault=stall;after_bytes=0;seconds=600`),
    entry: { status: 200, body: null },
  },
  'amid the answer': {
    bytes: (base) => head('GET', `${base}${COURSES}?fault=drip;bytes=100;every=60000`),
    entry: { status: 200, body: null },
  },
};

async function phase(server, { title, bytes, entry, clients, name }) {
  const faults = [];
  const journal = journalOf(server.origin, name);
  const sockets = [];
  const isHeld = entry !== undefined;
  await times(clients, 200, async () => {
    const socket = await open(server.origin);
    socket.write(bytes(`/sandboxes/${name}`));
    sockets.push(socket);
  });
  await until(server.gauge, (seen) => seen.sockets >= clients);
  // So that all heads are read.
  await fetch(`${server.origin}/openapi.json`).then((response) => response.arrayBuffer());
  for (const [index, socket] of sockets.entries()) {
    if (index % 2 === 0) socket.destroy();
    else socket.resetAndDestroy();
  }
  if (isHeld) await journal.waitFor(clients, { wait: 20 });
  const { data, meta } = await journal.all();
  const expected = isHeld ? clients : 0;
  if (data.length !== expected) faults.push(`${data.length} entries of ${expected}`);
  faults.push(...sequenceFaults(data));
  if (meta.incomplete) faults.push('the journal is incomplete');
  const wrong = data.filter(
    ({ ended, status, body }) => ended !== 'client_left' || status !== entry?.status || body !== entry.body,
  );
  if (wrong.length > 0) {
    const { ended, status, body } = wrong[0];
    faults.push(`${wrong.length} entries are wrong, such as ${JSON.stringify({ ended, status, body })}`);
  }
  const { sockets: held } = await until(server.gauge, (seen) => seen.sockets <= 2);
  if (held > 2) faults.push(`${held} sockets outlive their clients`);
  return faults.map((fault) => `clients that leave ${title}: ${fault}`);
}

/** @param {{ start: Function, scale: number }} attack how to start a server, and how many clients there are */
export async function leaving({ start, scale }) {
  const server = await start([]);
  const faults = [];
  const clients = Math.ceil(200 * scale);
  for (const [index, [title, how]] of Object.entries(phases).entries()) {
    faults.push(...(await phase(server, { title, ...how, clients, name: `leaving-${index}` })));
  }
  const { heap, timers } = await server.gauge();
  await server.stop();
  return {
    said: `${Object.keys(phases).length} phases of ${clients} clients, ${timers} timers left, heap ${heap}`,
    faults,
  };
}
