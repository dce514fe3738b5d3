/** Courses page by page, and a button that adds one. */
import { QueryClientProvider, useInfiniteQuery } from '@tanstack/react-query';
import type { Client } from '@understudy/client';
import { useState } from 'react';
import { coursesOptions, newQueryClient, useAddCourse } from './courses.js';

const newCourse = {
  title: 'Practical SQL',
  category: 'Data Science',
  difficulty: 'beginner',
  instructor: 'Ada Moreno',
  duration_hours: 12,
} as const;

/** The app. */
export function App({ api }: { readonly api: Client }) {
  const [queries] = useState(newQueryClient);
  return (
    <QueryClientProvider client={queries}>
      <Courses api={api} />
    </QueryClientProvider>
  );
}

function Courses({ api }: { readonly api: Client }) {
  const courses = useInfiniteQuery(coursesOptions(api));
  const adding = useAddCourse(api);
  const pages = courses.data?.pages ?? [];
  return (
    <main>
      <h1>{courses.isPending ? 'Loading' : (pages[0]?.pagination.total ?? 'No')} courses</h1>
      <ul>{pages.flatMap(({ data }) => data.map(({ id, title }) => <li key={id}>{title}</li>))}</ul>
      {courses.hasNextPage && <button onClick={() => courses.fetchNextPage()}>More</button>}
      {courses.error && <button onClick={() => courses.refetch()}>Load again</button>}
      <button onClick={() => adding.mutate({ ...newCourse, key: crypto.randomUUID() })}>Add</button>
      {/* The same variables, so the same key. */}
      {adding.error && <button onClick={() => adding.mutate(adding.variables)}>Add again</button>}
    </main>
  );
}
