/** A server whose lists have something to sort, and the pages it answers. */
import { expect } from 'vitest';
import { type Given, inProcess, jsonRequest, type TestServer } from '../support.js';

/** A record of a list, whatever it is. */
export type Entry = Readonly<Record<string, unknown>>;

/** A page of a list. */
export interface Page {
  readonly data: readonly Entry[];
  readonly pagination: {
    readonly total: number;
    readonly nextCursor?: string | null;
    readonly prevCursor?: string | null;
  };
}

/** A server that has records of every list, some of them created and some changed. */
export async function startSorted(given: Given = {}): Promise<TestServer> {
  const own = await inProcess(given);
  const send = async (method: string, path: string, body: object): Promise<void> => {
    const answer = await own.fetch(path, jsonRequest(method, body));
    expect(answer.status, `${method} ${path}`).toBeLessThan(300);
  };
  const course = { category: 'Law', difficulty: 'beginner', instructor: 'ada moreno' };
  for (const [i, title] of ['zebras', 'Äpfel', 'Aardvarks', 'zebras', 'Bees'].entries()) {
    await send('POST', '/api/education/courses', { ...course, title, duration_hours: i % 2 ? 3 : 900 });
    await send('POST', '/api/education/enrollments', { student_id: `stu_000${i + 3}`, course_id: 'crs_0002' });
    await send('POST', '/api/webhooks/register', {
      url: `http://127.0.0.1:3000/${i}`,
      events: [i % 2 ? 'b.x' : 'a.y'],
    });
    await send('PUT', `/sandboxes/${title.replace(/\W/g, 'x').toLowerCase()}-${5 - i}`, {});
    await send('PATCH', `/api/auth/users/usr_000${i + 2}`, { name: `${title} Smith`, status: 'active' });
  }
  return own;
}
