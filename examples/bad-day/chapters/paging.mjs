/** Walks every student in the three paging styles, and shows that they agree. */
import assert from 'node:assert/strict';
import { heading, table } from '../paper.mjs';

/** @param {import('@understudy/client').Client} api */
export async function paging(api) {
  heading('Every student, in three paging styles');
  const walks = [];
  for (const style of /** @type {const} */ (['page', 'cursor', 'link'])) {
    let pages = 0;
    const ids = [];
    for await (const { data } of api.education.listStudents({ per_page: 50 }, { paginationStyle: style }).pages()) {
      pages += 1;
      ids.push(...data.map(({ id }) => id));
    }
    walks.push({ style, pages, ids });
  }
  table(
    walks.map(({ style, pages, ids }) => [style, pages, 'pages', ids.length, 'students', `${ids[0]} … ${ids.at(-1)}`]),
  );
  for (const { ids } of walks) assert.deepEqual(ids, walks[0]?.ids);
  console.log('  The same students in the same order.');
}
