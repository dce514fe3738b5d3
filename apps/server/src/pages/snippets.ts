/** Calls to copy, for the base URL that the page was asked under. */
import { contract } from '@understudy/contract';

/** A call and what it shows. */
export interface Snippet {
  readonly title: string;
  readonly code: string;
}

const COURSES = contract.education.listCourses.path;
const BODY =
  '{"title":"Practical SQL","category":"Data Science","difficulty":"beginner","instructor":"Ada Moreno","duration_hours":12}';

/** Quotes a word for a shell: the base URL holds the Host header, and what is copied is run. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Quotes a text for TypeScript. */
function scriptText(text: string): string {
  return /^[\w./:[\]?=&-]*$/.test(text) ? `'${text}'` : JSON.stringify(text);
}

/** The calls. */
export function snippets(baseUrl: string): readonly Snippet[] {
  const courses = `${baseUrl}${COURSES}`;
  const curl = (query: string) => shellWord(`${courses}?${query}`);
  const client = `import { createClient } from '@understudy/client';

const api = createClient({ baseUrl: ${scriptText(baseUrl)} });`;
  return [
    { title: 'List a page', code: `curl ${curl('page=2&per_page=3')}` },
    { title: 'Search', code: `curl ${curl('q=sql')}` },
    { title: 'Force a failure', code: `curl -i ${curl('simulate_error=rate_limit')}` },
    { title: 'Delay the answer', code: `curl ${curl('delay=1.5')}` },
    {
      title: 'Create a record',
      code: `curl ${shellWord(courses)} \\\n  -H 'Content-Type: application/json' \\\n  -d '${BODY}'`,
    },
    {
      title: 'In a browser or in Node',
      code: `const url = ${scriptText(`${courses}?per_page=3`)};
const answer = await fetch(url);
const { data, pagination } = await answer.json();
console.log(data[0].title, pagination.total);`,
    },
    {
      title: 'With the typed client',
      code: `${client}
for await (const course of api.education.listCourses({ q: 'sql' })) {
  console.log(course.title);
}`,
    },
    {
      title: 'Fail twice, then succeed',
      code: `${client}
const course = await api.education.getCourse(
  { course_id: 'crs_0001' },
  { scenario: ['rate_limit', 'server_error', 'ok'] },
);
console.log(course.title);`,
    },
  ];
}
