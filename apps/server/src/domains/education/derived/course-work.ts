/** The work set in a course: what it counts, when it is due, and how much of it students can hand in. */
import type { Assignment, Course } from '@understudy/contract/education';
import { type Dataset, EPOCH } from '../../../kit/index.js';
import { courseOutline, courseShape, firstAssignment, remember } from './course.js';

/** Seconds of an hour. */
const HOUR = 3600;

/** Seconds of a day. */
export const DAY = 24 * HOUR;

/** The present of seeded data; a midnight. */
export const NOW = EPOCH / 1000;

/** Earliest day of seeded data. */
const OLDEST = NOW - 4 * 365 * DAY;

const dates: string[] = [];
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** The instant as records carry it. Days are formatted once: there are few, and formatting is slow. */
export function toInstant(seconds: number): string {
  const day = Math.floor(seconds / DAY);
  const date = (dates[day] ??= new Date(day * DAY * 1000).toISOString().slice(0, 10));
  const time = seconds - day * DAY;
  const hour = twoDigits[Math.floor(time / HOUR)];
  return `${date}T${hour}:${twoDigits[Math.floor(time / 60) % 60]}:${twoDigits[time % 60]}.000Z`;
}

/** The same time, or the morning after where people would be asleep; never earlier than given. */
export function awake(seconds: number): number {
  const second = Math.floor(seconds);
  return second % DAY < 7 * HOUR ? second + 9 * HOUR : second;
}

/** The same day, squeezed into office hours: of two instants, the later one never becomes the earlier. */
function atWork(seconds: number): number {
  const time = seconds % DAY;
  const minute = Math.floor((8 * HOUR + time * 0.4) / 60);
  return seconds - time + minute * 60;
}

/**
 * A time for the record at an index, so that a collection of the default size is in order of time.
 * Records beyond it start over: a record's content must not depend on how many there are.
 */
export function inOrder(index: number, size: number, latest: number): number {
  return Math.floor(OLDEST + ((index % size) / size) * (latest - OLDEST));
}

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

/** A piece of work set in a course. */
export interface Task {
  /** Index of the assignment. */
  readonly assignment: number;
  readonly type: Assignment['type'];
  readonly status: Assignment['status'];
  /** Position of its lesson, counted from 1. */
  readonly position: number;
  /** How far into the course its lesson is, from 0 to 1. */
  readonly way: number;
  readonly points: number;
  /** In seconds. */
  readonly dueAt: number;
}

/** The work set in a course, in the order of its lessons. */
interface CourseWork {
  readonly tasks: readonly Task[];
  /** How many of the tasks, from the first one on, are no drafts. */
  readonly open: number;
}

/** Points by kind of work. */
const points: Readonly<Record<Assignment['type'], readonly number[]>> = {
  homework: [20, 25, 50],
  quiz: [10, 20],
  project: [100],
  exam: [100, 60],
};

/**
 * First and last day something in a state can be due, counted from the present. The first one is
 * so late that whoever completed a course had enrolled by then.
 */
const days = { closed: [-75, -3], published: [3, 65], draft: [66, 140] } as const;

/** How the tasks of a course divide: those before `closed` are closed, those from `open` on are drafts. */
function divide(dataset: Dataset, course: number, count: number): { closed: number; open: number } {
  const { status } = courseLife(dataset, course);
  if (status === 'draft') return { closed: 0, open: 0 };
  if (status === 'archived') return { closed: count, open: count };
  const random = dataset.random('courses/work', course);
  return { closed: random.int(1, count - 1), open: random.chance(0.12) ? count - 1 : count };
}

/** How many tasks of a course are no drafts, as `courseWork` gives it at more expense. */
export function countOpenTasks(dataset: Dataset, course: number): number {
  return divide(dataset, course, courseShape(dataset, course).works.length).open;
}

/** The stretch of tasks in the same state as the one at a position. */
function stretchOf(nth: number, count: number, { closed, open }: { closed: number; open: number }) {
  if (nth < closed) return { status: 'closed', start: 0, end: closed } as const;
  if (nth < open) return { status: 'published', start: closed, end: open } as const;
  return { status: 'draft', start: open, end: count } as const;
}

/** The work set in the course at an index. */
export const courseWork = remember('courses/work', (dataset, course): CourseWork => {
  const { works, parts } = courseShape(dataset, course);
  const { ending } = courseOutline(dataset, course);
  const first = firstAssignment(dataset, course);
  const division = divide(dataset, course, works.length);
  const tasks = works.map((work, nth): Task => {
    const random = dataset.random('assignments', first + nth);
    const type = work.type === 'project' ? ending : work.type;
    const { status, start, end } = stretchOf(nth, works.length, division);
    const [from, to] = days[status];
    // Each has a part of the stretch to itself, so that the work of a course is due in order.
    const share = (nth - start + 0.8 * random.fraction()) / (end - start);
    const dueAt = NOW + Math.floor(from + share * (to - from)) * DAY + 24 * HOUR - 60;
    const way = work.position / parts.length;
    const worth = random.pick(points[type]);
    return { assignment: first + nth, type, status, position: work.position, way, points: worth, dueAt };
  });
  return { tasks, open: division.open };
});
