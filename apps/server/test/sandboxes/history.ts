/** Random histories of a sandbox, and how to live through one. */
import fc from 'fast-check';

/** One request of a history; its path lies below the sandbox's base URL, or is a control path. */
export interface Step {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly key?: string | undefined;
}

/** Something that answers requests. */
export type Ask = (path: string, init: RequestInit) => Promise<Response>;

const titles = fc.constantFrom('Knots', 'Kites', 'Kayaks', 'Kilns', 'Koans');
const key = fc.option(fc.constantFrom('k1', 'k2', 'k3'), { nil: undefined });
const controls = fc.constantFrom(
  '',
  'page=2&per_page=3',
  'q=k',
  'pagination_style=cursor&per_page=5',
  'pagination_style=link&per_page=50',
  'simulate_error=malformed',
  'simulate_error=forbidden',
  'page=0&delay=x',
);

const write = fc
  .record({ title: titles, hours: fc.integer({ min: 0, max: 2 }), key, controls })
  .map(({ title, hours, key: sent, controls: query }): Step => ({
    method: 'POST',
    path: `/api/education/courses?${query}`,
    body: { title, category: 'K', difficulty: 'expert', instructor: 'Bo', duration_hours: hours },
    key: sent,
  }));
const enroll = fc
  .record({ student: fc.integer({ min: 1, max: 4 }), course: fc.integer({ min: 1, max: 3 }), key })
  .map(({ student, course, key: sent }): Step => ({
    method: 'POST',
    path: '/api/education/enrollments',
    body: { student_id: `stu_000${student}`, course_id: `crs_000${course}` },
    key: sent,
  }));
const read = fc
  .record({
    path: fc.constantFrom(
      'courses',
      'courses/crs_0002',
      'enrollments',
      'students',
      'courses/crs_0001/lessons',
      'grades',
    ),
    controls,
  })
  .map(({ path, controls: query }): Step => ({ method: 'GET', path: `/api/education/${path}?${query}` }));
const wind = fc.record({ seconds: fc.integer({ min: 0, max: 100_000 }), key }).map(({ seconds, key: sent }): Step => ({
  method: 'POST',
  path: '/clock',
  body: { action: 'advance', seconds },
  key: sent,
}));
const freeze = fc.integer({ min: 1, max: 28 }).map((day): Step => ({
  method: 'POST',
  path: '/clock',
  body: { action: 'freeze', at: `2026-03-${String(day).padStart(2, '0')}T00:00:00Z` },
}));
const configure = fc
  .record({ seed: fc.constantFrom('one', 'two'), students: fc.integer({ min: 0, max: 6 }) })
  .map(({ seed, students }): Step => ({ method: 'PUT', path: '', body: { seed, sizes: { students } } }));
const other = fc.constantFrom<Step>(
  { method: 'POST', path: '/reset' },
  { method: 'GET', path: '' },
  { method: 'GET', path: '/snapshot' },
);

const step = fc.oneof(
  { weight: 5, arbitrary: write },
  { weight: 3, arbitrary: enroll },
  { weight: 5, arbitrary: read },
  { weight: 1, arbitrary: wind },
  { weight: 1, arbitrary: freeze },
  { weight: 1, arbitrary: configure },
  { weight: 1, arbitrary: other },
);

/** A random history. */
export const history = fc.array(step, { minLength: 5, maxLength: 30 });

/** Takes one step in a sandbox, and gives all that the promise covers of the answer. */
async function take(ask: Ask, name: string, { method, path, body, key: sent }: Step): Promise<string> {
  const response = await ask(`/sandboxes/${name}${path}`, {
    method,
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(sent === undefined ? {} : { 'idempotency-key': sent }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const replayed = response.headers.get('idempotency-replayed') ?? '';
  return `${response.status} ${replayed} ${response.headers.get('link') ?? ''} ${await response.text()}`;
}

/** Lives through a history from its beginning. */
export async function live(ask: Ask, name: string, steps: readonly Step[]): Promise<string[]> {
  await ask(`/sandboxes/${name}`, { method: 'DELETE' });
  const answers: string[] = [];
  for (const one of steps) answers.push(await take(ask, name, one));
  return answers;
}
