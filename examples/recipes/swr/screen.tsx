/** Courses page by page, and one to enroll in. */
import type { Client } from '@understudy/client';
import { useState } from 'react';
import { SWRConfig } from 'swr';
import { settings, useCourse, useCourses, useEnroll } from './courses.js';

/** The app. Each has a cache of its own. */
export function App({ api }: { readonly api: Client }) {
  const [course_id, choose] = useState<string>();
  return (
    <SWRConfig value={{ ...settings, provider: () => new Map() }}>
      <Courses api={api} choose={choose} />
      {course_id && <Chosen api={api} course_id={course_id} />}
    </SWRConfig>
  );
}

function Courses({ api, choose }: { readonly api: Client; readonly choose: (id: string) => void }) {
  const { data: pages = [], error, mutate, size, setSize } = useCourses(api);
  return (
    <ul>
      {pages.flatMap(({ data }) =>
        data.map(({ id, title }) => (
          <li key={id}>
            <button onClick={() => choose(id)}>{title}</button>
          </li>
        )),
      )}
      {pages.at(-1)?.next && <button onClick={() => setSize(size + 1)}>More</button>}
      {error !== undefined && <button onClick={() => mutate()}>Load again</button>}
    </ul>
  );
}

function Chosen({ api, course_id }: { readonly api: Client; readonly course_id: string }) {
  const course = useCourse(api, course_id);
  const { data, error, trigger } = useEnroll(api, { student_id: 'stu_0001', course_id });
  return (
    <section>
      <h1>{course.data?.title}</h1>
      <button onClick={() => trigger()}>Enroll</button>
      <p role="status">{data ? 'Enrolled' : error !== undefined && 'Could not enroll'}</p>
    </section>
  );
}
