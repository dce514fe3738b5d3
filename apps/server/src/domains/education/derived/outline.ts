/** What the lessons of a course are about, and how the course ends. */
import type { Course, Lesson } from '@understudy/contract/education';
import type { Dataset } from '../../../kit/index.js';
import { catalogueEntry } from './catalogue.js';
import { itemAt } from './item-at.js';
import { remember } from './memo.js';
import { courseShape, firstLesson, type Part } from './shape.js';

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
  const first = firstLesson(dataset, course);
  const inLessons = parts.reduce((sum, part, i) => sum + lessonForm(dataset, first + i, part).minutes, 0);
  const perWork = hoursOfWork[catalogueEntry(dataset, course).difficulty];
  return Math.ceil(inLessons / 60 + perWork * works.length);
}
