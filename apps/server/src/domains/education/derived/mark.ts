/** What students got for their work. */
import type { Grade } from '@understudy/contract/education';
import type { Dataset, Random } from '../../../kit/index.js';
import { awake, DAY, NOW } from './clock.js';
import type { Task } from './course-work.js';
import type { Participation, Progress } from './participation.js';
import { MOST_WORKS } from './shape.js';

/** The grade of a student for an assignment. */
export interface Mark {
  readonly state: Grade['state'];
  /** Points reached; null until graded. */
  readonly score: number | null;
  /** In seconds; null until graded. */
  readonly gradedAt: number | null;
}

/** Whether participations of this state have grades. */
export function isGraded(status: Participation['status']): boolean {
  return status === 'active' || status === 'completed';
}

/** How far a student's work on a task has come. */
function drawState(random: Random, participation: Participation, task: Task): Grade['state'] {
  const luck = random.fraction();
  if (participation.status === 'completed') return 'graded';
  const { enrolledAt, percent } = participation.progress;
  if (task.dueAt < enrolledAt || task.way * 100 > percent) return 'unsubmitted';
  if (luck < 0.82) return 'graded';
  return luck < 0.93 ? 'submitted' : 'pending_review';
}

/** Points reached: in halves where there are few of them. */
function drawScore(random: Random, ability: number, points: number): number {
  const slump = random.chance(0.03) ? 25 : 0;
  const percent = ability + 20 * random.fraction() - 11 - slump;
  const steps = points <= 25 ? points * 2 : points;
  return (Math.min(steps, Math.round((percent * steps) / 100)) * points) / steps;
}

/** Graded on the way through the course, in the order of the lessons. */
function gradedAt({ percent, enrolledAt, completedAt }: Progress, way: number): number {
  const end = completedAt ?? NOW - 2 * DAY;
  const share = completedAt === null ? (way * 100) / percent : way;
  return Math.min(end, awake(enrolledAt + share * 0.97 * (end - enrolledAt)));
}

/** What a student got for the task at a position in the course. */
export function markFor(
  dataset: Dataset,
  participation: Participation,
  { task, nth }: { task: Task; nth: number },
): Mark {
  // Its own numbering: the index of a grade is known only to a dataset that has counted all grades.
  const random = dataset.random('grades', participation.enrollment * MOST_WORKS + nth);
  const state = drawState(random, participation, task);
  if (state !== 'graded') return { state, score: null, gradedAt: null };
  const score = drawScore(random, participation.ability, task.points);
  return { state, score, gradedAt: gradedAt(participation.progress, task.way) };
}

/** Score in percent, to two decimals. */
export function percentageOf(score: number, points: number): number {
  return Math.round((score / points) * 10_000) / 100;
}
