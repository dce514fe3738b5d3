/** Validates answers of Understudy, then answers one of its operations from this very program. */
import { newCourse } from '@understudy/contract';
import { createUnderstudy } from '@understudy/server';
import { z } from 'zod';
import { readCourses } from './read-courses.js';
import { callerOver } from './router.js';

const understudy = createUnderstudy();
const found = await readCourses(understudy.fetch, 'q=sql&per_page=2');
if (!('courses' in found)) throw new Error(found.detail);
console.log('Read and validated:', found.courses.map(({ title }) => title).join(', '));

const refused = await readCourses(understudy.fetch, 'simulate_error=forbidden');
if ('courses' in refused) throw new Error('the failure did not come');
console.log('A failure, validated too:', refused.kind);
await understudy.close();

const form = newCourse.safeParse({ title: '', difficulty: 'Beginner', duration_hours: '12' });
const fields = form.error?.issues.map(({ path }) => z.core.toDotPath(path)) ?? [];
console.log('A form checked before it is sent:', fields.join(', '));

const api = callerOver(new Map(found.courses.map((one) => [one.id, one])));
const [first] = found.courses;
if (first === undefined) throw new Error('no course was found');
const { data } = await api.education.getCourse({ course_id: first.id });
console.log('Answered by this program:', data.title);

const damaged = callerOver(new Map([[first.id, { ...first, rating: 9 }]]));
const fault = await damaged.education.getCourse({ course_id: first.id }).catch((error: Error) => error.message);
console.log('An answer that breaks the contract does not leave:', fault);
