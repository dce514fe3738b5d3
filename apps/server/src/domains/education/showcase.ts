/** The calls to try that the pages show: over the catalogue of courses. */
import { education as declared } from '@understudy/contract/education';
import type { Showcase } from '../../kit/index.js';

/** The calls to try that the pages show. */
export const showcase: Showcase = {
  list: declared.operations.listCourses,
  q: 'sql',
  shows: 'title',
  body: '{"title":"Practical SQL","category":"Data Science","difficulty":"beginner","instructor":"Ada Moreno","duration_hours":12}',
  withClient: [
    {
      title: 'With the typed client',
      code: `for await (const course of api.education.listCourses({ q: 'sql' })) {
  console.log(course.title);
}`,
    },
    {
      title: 'Fail twice, then succeed',
      code: `const course = await api.education.getCourse(
  { course_id: 'crs_0001' },
  { scenario: ['rate_limit', 'server_error', 'ok'] },
);
console.log(course.title);`,
    },
  ],
};
