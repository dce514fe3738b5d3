/** Students as enrollments and grades see them: state, ability, the courses they take, and the work set in those. */
import type { Enrollment, Student, Assignment, Course } from '@understudy/contract/education';
import { Allocation, type Dataset, EPOCH, itemAt, longRelation, type Random, remember } from '../../../kit/index.js';
import { courseOutline, courseShape, assignmentsOf } from './course.js';

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
function inOrder(index: number, size: number, latest: number): number {
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
function countOpenCourses(dataset: Dataset): number {
  const courses = dataset.size('courses');
  const blocks = Math.floor(courses / BLOCK);
  const rest = courses % BLOCK;
  if (rest === 0) return blocks * (BLOCK - 1);
  return blocks * (BLOCK - 1) + rest - (exceptions(dataset, blocks).draft < rest ? 1 : 0);
}

/** The index of a course that is no draft, counted among those alone. */
function openCourse(dataset: Dataset, rank: number): number {
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
const dueDays = { closed: [-75, -3], published: [3, 65], draft: [66, 140] } as const;

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
  const first = assignmentsOf.start(dataset, course);
  const division = divide(dataset, course, works.length);
  const tasks = works.map((work, nth): Task => {
    const random = dataset.random('assignments', first + nth);
    const type = work.type === 'project' ? ending : work.type;
    const { status, start, end } = stretchOf(nth, works.length, division);
    const [from, to] = dueDays[status];
    // Each has a part of the stretch to itself, so that the work of a course is due in order.
    const share = (nth - start + 0.8 * random.fraction()) / (end - start);
    const dueAt = NOW + Math.floor(from + share * (to - from)) * DAY + 24 * HOUR - 60;
    const way = work.position / parts.length;
    const worth = random.pick(points[type]);
    return { assignment: first + nth, type, status, position: work.position, way, points: worth, dueAt };
  });
  return { tasks, open: division.open };
});

/** Students who are seeded when nobody asks for another size. */
export const STUDENTS = 500;

/** Courses that ten students take. */
const degrees = [0, 1, 1, 2, 2, 2, 3, 3, 4, 6];

/** Nobody joined later: whoever joined has had time to complete a course. */
const LATEST = NOW - 151 * DAY;

const allocation = new Allocation('students/degree', degrees.length);

/** Which courses can be taken, and how many of them by each student of a block. */
interface Choice {
  /** From the most popular one on. */
  readonly courses: Uint32Array;
  readonly shares: readonly number[];
}

function gcd(a: number, b: number): number {
  return b === 0 ? a : gcd(b, a % b);
}

/** The choice of courses in a dataset. */
export const choice = longRelation('education/choice', function* build(dataset): Generator<void, Choice> {
  const count = countOpenCourses(dataset);
  let step = Math.max(1, Math.floor(count * 0.618));
  while (gcd(step, count) > 1) step++;
  const courses = new Uint32Array(count);
  for (let rank = 0; rank < count; rank++) {
    if (rank % 256 === 0) yield;
    // A walk in wide steps meets every course once, so that popular ones turn up anywhere.
    courses[rank] = openCourse(dataset, (rank * step) % count);
  }
  return { courses, shares: degrees.map((degree) => Math.min(degree, count)) };
});

/** A student's state, ability and courses. */
export interface Roster {
  readonly student: number;
  readonly status: Student['status'];
  /** In seconds. */
  readonly joinedAt: number;
  /** Percentage of the points that the student's work tends to reach. */
  readonly ability: number;
  /** Index of the first enrollment. */
  readonly first: number;
  /** Courses taken, each once. */
  readonly courses: readonly number[];
}

/** Courses of a student, each once; a few are taken by many. */
export function coursesOf(dataset: Dataset, student: number): readonly number[] {
  const { courses, shares } = choice(dataset);
  const degree = itemAt(shares, allocation.slot(dataset, student));
  const random = dataset.random('enrollments/courses', student);
  const ranks: number[] = [];
  while (ranks.length < degree) {
    const share = random.fraction();
    let rank = Math.floor(share * (0.15 + 0.85 * share) * courses.length);
    while (ranks.includes(rank)) rank = (rank + 1) % courses.length;
    ranks.push(rank);
  }
  return ranks.map((rank) => itemAt(courses, rank));
}

/** The student at an index. */
export function rosterOf(dataset: Dataset, student: number): Roster {
  const courses = coursesOf(dataset, student);
  const random = dataset.random('students/standing', student);
  const joinedAt = awake(inOrder(student + random.fraction(), STUDENTS, LATEST));
  const long = NOW - joinedAt > 400 * DAY;
  const luck = random.fraction();
  let status: Student['status'] = 'active';
  if (luck < 0.09) status = 'inactive';
  else if (long && courses.length > 0 && luck < 0.42) status = 'graduated';
  return {
    student,
    status,
    joinedAt,
    // The mean of two draws: most are average.
    ability: 73 + 12.5 * (random.fraction() + random.fraction()),
    first: enrollmentsOf.start(dataset, student),
    courses,
  };
}

/** The enrollments of students. */
export const enrollmentsOf = allocation.of((dataset) => choice(dataset).shares);

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
