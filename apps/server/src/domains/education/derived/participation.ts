/** A student's participation in a course: how far it has come, and when. */
import type { Enrollment } from '@understudy/contract/education';
import type { Dataset, Random } from '../../../kit/index.js';
import { awake, DAY, NOW } from './clock.js';
import { courseLife } from './course-life.js';
import { itemAt } from './item-at.js';
import type { Roster } from './roster.js';

/** How far a student has come in a course, and when; in seconds and percent. */
export interface Progress {
  readonly percent: number;
  readonly enrolledAt: number;
  readonly completedAt: number | null;
}

/** A student's participation in a course. */
export interface Participation {
  /** Index of the enrollment. */
  readonly enrollment: number;
  readonly course: number;
  readonly status: Enrollment['status'];
  readonly progress: Progress;
  /** The student's. */
  readonly ability: number;
}

/** What the state of a participation depends on. */
interface Seat {
  readonly enrollment: number;
  /** Whether the course is archived. */
  readonly archived: boolean;
}

/** Draws a state that fits the student and the course. */
function drawStatus(random: Random, { status, first }: Roster, seat: Seat): Enrollment['status'] {
  const luck = random.fraction();
  // Nobody graduates without having completed anything.
  if (status === 'graduated') return luck < 0.85 || seat.enrollment === first ? 'completed' : 'inactive';
  if (status === 'inactive') return luck < 0.3 ? 'completed' : 'inactive';
  if (seat.archived) return luck < 0.7 ? 'completed' : 'inactive';
  if (luck < 0.54) return 'active';
  if (luck < 0.82) return 'completed';
  return luck < 0.91 ? 'invited' : 'inactive';
}

/** Enrolled before anything was due, and done after eighteen days at the least. */
function drawCompleted(random: Random, base: number, end: number): Progress {
  const enrolledAt = awake(base + random.fraction() * (NOW - 92 * DAY - base));
  const most = Math.min(140 * DAY, end - enrolledAt - 2 * DAY);
  const completedAt = awake(enrolledAt + 18 * DAY + random.fraction() * (most - 18 * DAY));
  return { percent: 100, enrolledAt, completedAt };
}

/** Enrolled within the last months, and the further on the longer ago. */
function drawActive(random: Random, base: number, end: number): Progress {
  const start = Math.max(base, NOW - 260 * DAY);
  const enrolledAt = awake(start + random.fraction() * (end - DAY - start));
  const days = (NOW - enrolledAt) / DAY;
  const percent = Math.min(random.int(88, 97), 1 + Math.floor(days * (0.25 + 0.6 * random.fraction())));
  return { percent, enrolledAt, completedAt: null };
}

/** How far a student has come who could enrol from `base` on and could work until `end`. */
function drawProgress(random: Random, status: Enrollment['status'], [base, end]: [number, number]): Progress {
  if (status === 'completed') return drawCompleted(random, base, end);
  if (status === 'active') return drawActive(random, base, end);
  if (status === 'invited') {
    const enrolledAt = awake(NOW - (2 + 22 * random.fraction()) * DAY);
    return { percent: 0, enrolledAt, completedAt: null };
  }
  const enrolledAt = awake(base + random.fraction() * (end - 30 * DAY - base));
  const share = random.fraction();
  return { percent: Math.floor(share * share * 75), enrolledAt, completedAt: null };
}

/** The state of one of a student's participations: cheaper than `participationOf`. */
export function participationStatus(dataset: Dataset, roster: Roster, seat: Seat): Enrollment['status'] {
  return drawStatus(dataset.random('enrollments', seat.enrollment), roster, seat);
}

/** One of a student's participations. */
export function participationOf(dataset: Dataset, roster: Roster, nth: number): Participation {
  const course = itemAt(roster.courses, nth);
  const life = courseLife(dataset, course);
  const enrollment = roster.first + nth;
  const random = dataset.random('enrollments', enrollment);
  const status = drawStatus(random, roster, { enrollment, archived: life.status === 'archived' });
  const base = Math.max(roster.joinedAt, life.createdAt);
  const end = life.status === 'archived' ? life.updatedAt : NOW - 4 * DAY;
  const progress = drawProgress(random, status, [base, end]);
  return { enrollment, course, status, progress, ability: roster.ability };
}
