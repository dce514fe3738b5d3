/** What a course is about, its lessons and assignments, and how much there is of all. */
import type { Assignment, Course, Lesson } from '@understudy/contract/education';
import { Allocation, type Dataset, itemAt, remember } from '../../../kit/index.js';
import { categories } from '../words/categories.js';
import type { Category, Subject } from '../words/category.js';

/** What a course is about. */
export interface Entry {
  readonly categoryIndex: number;
  readonly category: Category;
  readonly subject: Subject;
  readonly difficulty: Course['difficulty'];
  readonly title: string;
}

const difficulties = ['beginner', 'intermediate', 'advanced', 'expert'] as const;

/** A title of a subject, capitalised: subjects such as “the Silk Road” are not. */
function fill(title: string, subject: Subject): string {
  const text = title.replace('{}', subject.name);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const subjects = categories.flatMap((category, categoryIndex) =>
  category.subjects.map((subject) => ({ categoryIndex, category, subject })),
);

/** Titles that each subject can have; the word lists give every category as many. */
const ENTRIES_PER_SUBJECT = difficulties.reduce(
  (total, difficulty) => total + itemAt(categories, 0).titles[difficulty].length,
  0,
);

/** The n-th entry of a subject: its titles by difficulty, from the easiest on. */
function entryOf(subjectIndex: number, n: number): Entry {
  const { categoryIndex, category, subject } = itemAt(subjects, subjectIndex);
  let rest = n;
  for (const difficulty of difficulties) {
    const titles = category.titles[difficulty];
    if (rest < titles.length) {
      return { categoryIndex, category, subject, difficulty, title: fill(itemAt(titles, rest), subject) };
    }
    rest -= titles.length;
  }
  throw new RangeError(`the subject has no entry ${n}`);
}

function entryOrder(dataset: Dataset, subject: number): readonly number[] {
  return dataset.relation(`education/titles/${subject}`, () =>
    dataset.random('courses/titles', subject).order(ENTRIES_PER_SUBJECT),
  );
}

function subjectOrder(dataset: Dataset, round: number): readonly number[] {
  return dataset.relation(`education/subjects/${round}`, () =>
    dataset.random('courses/subjects', round).order(subjects.length),
  );
}

/**
 * What the course at an index is about: rounds through all subjects, each in an order of its own,
 * until every entry has come up. Only the orders that are asked for are made.
 */
export function catalogueEntry(dataset: Dataset, course: number): Entry {
  const at = course % (subjects.length * ENTRIES_PER_SUBJECT);
  const round = Math.floor(at / subjects.length);
  const subject = itemAt(subjectOrder(dataset, round), at % subjects.length);
  return entryOf(subject, itemAt(entryOrder(dataset, subject), round));
}

/** Part that a lesson plays in a course. */
export type Part = 'content' | 'quiz' | 'practice' | 'final';

/** Work set in a course: its kind, and the position of its lesson, counted from 1. */
interface Work {
  readonly type: Exclude<Assignment['type'], 'exam'>;
  readonly position: number;
}

/** Make-up of a course. */
interface Shape {
  readonly parts: readonly Part[];
  readonly works: readonly Work[];
}

/** A letter for each lesson: content, quiz, practice, final; a capital where work is set. */
const drawings = ['ccCcF', 'ccQcCF', 'cCcQccF', 'cCcQcCcF', 'ccPcQcCF', 'cCcQcCcQF', 'cCcQcPccQF', 'cCcQccPcCQF'];

const partOf = new Map<string, Part>([
  ['c', 'content'],
  ['q', 'quiz'],
  ['p', 'practice'],
  ['f', 'final'],
]);

const workOf = { content: 'homework', quiz: 'quiz', practice: 'homework', final: 'project' } as const;

function read(drawing: string): Shape {
  const parts = [...drawing].map((letter) => partOf.get(letter.toLowerCase()) ?? 'content');
  const works = parts.flatMap((part, i) =>
    /[A-Z]/.test(drawing.charAt(i)) ? [{ type: workOf[part], position: i + 1 }] : [],
  );
  return { parts, works };
}

const shapes = drawings.map(read);
const lessonShares = shapes.map((shape) => shape.parts.length);
const workShares = shapes.map((shape) => shape.works.length);
const allocation = new Allocation('courses/shape', shapes.length);

/** The most work that a course sets. */
export const MOST_WORKS = Math.max(...workShares);

/** Make-up of the course at an index. */
export function courseShape(dataset: Dataset, course: number): Shape {
  return itemAt(shapes, allocation.slot(dataset, course));
}

/** The lessons of courses. */
export const lessonsOf = allocation.of(() => lessonShares);

/** The assignments of courses. */
export const assignmentsOf = allocation.of(() => workShares);

/** Topics that suit a difficulty, as a slice of the subject's ten. */
const window: Readonly<Record<Course['difficulty'], readonly [number, number]>> = {
  beginner: [0, 8],
  intermediate: [1, 9],
  advanced: [2, 10],
  expert: [2, 10],
};

/** Shortest and longest lesson by its part in the course, in minutes. */
const minutes: Readonly<Record<Part, readonly [number, number]>> = {
  content: [8, 32],
  quiz: [10, 20],
  practice: [30, 60],
  final: [60, 150],
};

/** What the lessons of a course are about. */
export interface Outline {
  /** By position: the topic of the lesson, or of the one it looks back on. */
  readonly topics: readonly string[];
  readonly ending: 'project' | 'exam';
}

/** Outline of the course at an index. */
export const courseOutline = remember('courses/outline', (dataset, course): Outline => {
  const { subject, difficulty } = catalogueEntry(dataset, course);
  const { parts } = courseShape(dataset, course);
  const random = dataset.random('courses/outline', course);
  const ending = random.chance(0.7) ? 'project' : 'exam';
  const [start, end] = window[difficulty];
  let left = parts.filter((part) => part === 'content').length;
  const chosen = subject.topics.slice(start, end).filter((_, i) => {
    const taken = random.fraction() * (end - start - i) < left;
    if (taken) left--;
    return taken;
  });
  let next = 0;
  const topics = parts.map((part) => itemAt(chosen, part === 'content' ? next++ : Math.max(0, next - 1)));
  return { topics, ending };
});

/** Form and length of a lesson: what needs no look at the rest of its course. */
export function lessonForm(dataset: Dataset, lesson: number, part: Part): { article: boolean; minutes: number } {
  const random = dataset.random('lessons', lesson);
  const [least, most] = minutes[part];
  const length = random.int(least, most);
  return { article: random.chance(0.3), minutes: part === 'content' ? length : Math.ceil(length / 5) * 5 };
}

/** Form of a lesson by its part in the course. */
export function lessonType(part: Part, article: boolean, ending: Outline['ending']): Lesson['type'] {
  if (part === 'content') return article ? 'article' : 'video';
  if (part === 'quiz') return 'quiz';
  return part === 'final' && ending === 'exam' ? 'quiz' : 'assignment';
}

const hoursOfWork: Readonly<Record<Course['difficulty'], number>> = {
  beginner: 1,
  intermediate: 1.5,
  advanced: 2,
  expert: 3,
};

/** Length of a course in hours: its lessons, and the work set in it. */
export function courseHours(dataset: Dataset, course: number): number {
  const { parts, works } = courseShape(dataset, course);
  const first = lessonsOf.start(dataset, course);
  const inLessons = parts.reduce((total, part, i) => total + lessonForm(dataset, first + i, part).minutes, 0);
  const perWork = hoursOfWork[catalogueEntry(dataset, course).difficulty];
  return Math.ceil(inLessons / 60 + perWork * works.length);
}
