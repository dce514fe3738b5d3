/** State and dates of courses, and which of them can be taken. */
import type { Course } from '@understudy/contract/education';
import type { Dataset } from '../../../kit/index.js';
import { atWork, DAY, inOrder, NOW } from './clock.js';
import { remember } from './memo.js';

/** Courses that are seeded when nobody asks for another size. */
export const COURSES = 200;

/** A block of ten courses has one draft and one archived course, and never at its start. */
const BLOCK = 10;

/** No course is younger: whoever takes it has had time to complete it. */
const YOUNGEST = NOW - 180 * DAY;

/** State and dates of a course, in seconds. */
interface CourseLife {
  readonly status: Course['status'];
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Positions of the draft and of the archived course in a block. */
const exceptions = remember('courses/status', (dataset, block) => {
  const random = dataset.random('courses/status', block);
  const draft = random.int(1, BLOCK - 1);
  const other = random.int(1, BLOCK - 2);
  return { draft, archived: other < draft ? other : other + 1 };
});

/** State and dates of the course at an index. */
export const courseLife = remember('courses/life', (dataset, course): CourseLife => {
  const { draft, archived } = exceptions(dataset, Math.floor(course / BLOCK));
  const random = dataset.random('courses/dates', course);
  const createdAt = atWork(inOrder(course + random.fraction(), COURSES, YOUNGEST));
  const position = course % BLOCK;
  if (position === archived) {
    // Archived only lately: whoever took the course did so while it was still open.
    const updatedAt = atWork(NOW - Math.floor((6 + 54 * random.fraction()) * DAY));
    return { status: 'archived', createdAt, updatedAt };
  }
  const age = NOW - 2 * DAY - createdAt;
  const share = random.fraction();
  // Drafts are being worked on.
  const since = position === draft ? Math.min(age, (1 + 40 * share) * DAY) : (1 - share) * (age - 3 * DAY);
  const updatedAt = atWork(Math.floor(NOW - 2 * DAY - since));
  return { status: position === draft ? 'draft' : 'published', createdAt, updatedAt };
});

/** How many courses are no drafts. */
export function countOpenCourses(dataset: Dataset): number {
  const courses = dataset.size('courses');
  const blocks = Math.floor(courses / BLOCK);
  const rest = courses % BLOCK;
  if (rest === 0) return blocks * (BLOCK - 1);
  return blocks * (BLOCK - 1) + rest - (exceptions(dataset, blocks).draft < rest ? 1 : 0);
}

/** The index of a course that is no draft, counted among those alone. */
export function openCourse(dataset: Dataset, rank: number): number {
  const block = Math.floor(rank / (BLOCK - 1));
  const position = rank % (BLOCK - 1);
  return block * BLOCK + (position < exceptions(dataset, block).draft ? position : position + 1);
}
