/** The work set in a course: what it counts, when it is due, and how much of it students can hand in. */
import type { Assignment } from '@understudy/contract/education';
import type { Dataset } from '../../../kit/index.js';
import { DAY, HOUR, NOW } from './clock.js';
import { courseLife } from './course-life.js';
import { remember } from './memo.js';
import { courseOutline } from './outline.js';
import { courseShape, firstAssignment } from './shape.js';

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
