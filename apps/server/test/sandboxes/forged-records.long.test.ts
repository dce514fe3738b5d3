/** Whatever a snapshot may hold can be listed: what no list could show is refused when it is restored. */
import type { Snapshot } from '@understudy/contract';
import { patient } from '@understudy/tooling/patience';
import { beforeAll, expect, it } from 'vitest';
import { inProcess, useServer } from '../support.js';
import { createCourse, send } from './client.js';
import { forged } from './forged.js';

type Path = readonly (string | number)[];

const ODD = [null, 0.5, 9e15, '', '\ud800', {}];

const lists = [
  '/api/auth/users?per_page=50&page=2',
  '/api/education/courses?per_page=50&page=5',
  '/api/education/enrollments?student_id=stu_0001',
  '/api/webhooks/registrations',
];

const server = useServer(inProcess);
let snapshot: Snapshot;
beforeAll(async () => {
  const post = (path: string, body: object) => send(server, 'POST', `/sandboxes/a/api${path}`, body);
  await createCourse(server, '/sandboxes/a', 'One');
  await post('/auth/register', { email: 'ada@example.com', password: 'correct horse', name: 'Ada' });
  await post('/webhooks/register', { url: 'http://127.0.0.1:1/hook', events: ['user.created'] });
  await post('/education/enrollments', { student_id: 'stu_0001', course_id: 'crs_0002' });
  const { json } = await send(server, 'GET', '/sandboxes/a/api/events?status=scheduled&per_page=50');
  const open = (json as { data: { id: string; available: number }[] }).data.find(({ available }) => available > 0);
  const attending = await post(`/events/${open?.id}/registrations`, { name: 'Ada', email: 'ada@example.com' });
  expect(attending.status).toBe(200);
  lists.push(`/api/events/${open?.id}/attendees`);
  await send(server, 'POST', '/sandboxes/a/clock', { action: 'advance', seconds: 1 });
  snapshot = (await send(server, 'GET', '/sandboxes/a/snapshot')).json as Snapshot;
});

/** The paths to all members of a value that have no members themselves. */
function leaves(value: unknown, path: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [path];
  return Object.entries(value).flatMap(([name, member]) => leaves(member, [...path, name]));
}

/** A copy of a value with another one at a path. */
function changed(value: unknown, [step, ...rest]: Path, to: unknown): unknown {
  if (step === undefined) return to;
  const members = Object(value) as Record<string, unknown>;
  const member = changed(members[step], rest, to);
  return Array.isArray(value) ? value.with(Number(step), member) : { ...members, [step]: member };
}

it('with any member of any record changed', { timeout: patient(60_000) }, async () => {
  let restored = 0;
  for (const [i, record] of snapshot.records.entries()) {
    for (const path of leaves(record.value)) {
      for (const to of ODD) {
        const one = { ...record, value: changed(record.value, path, to) };
        const records = snapshot.records.with(i, path.join('') === 'id' ? { ...one, id: String(to) } : one);
        const { status } = await send(server, 'PUT', '/sandboxes/b/snapshot', forged(snapshot, { records }));
        const what = `${record.collection}.${path.join('.')} = ${JSON.stringify(to)}`;
        expect([200, 400], `restoring with ${what}`).toContain(status);
        if (status === 400) continue;
        restored += 1;
        for (const target of ['/sandboxes', ...lists.map((list) => `/sandboxes/b${list}`)]) {
          expect((await server.fetch(target)).status, `${target} with ${what}`).toBe(200);
        }
      }
    }
  }
  expect(restored).toBeGreaterThan(50);
});
