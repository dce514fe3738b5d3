/** How courses are made up: their lessons, and the work set in them. */
import type { Assignment } from '@understudy/contract/education';
import type { Dataset } from '../../../kit/index.js';
import { Allocation } from './allocation.js';
import { itemAt } from './item-at.js';

/** Part that a lesson plays in a course. */
export type Part = 'content' | 'quiz' | 'practice' | 'final';

/** Work set in a course: its kind, and the position of its lesson, counted from 1. */
export interface Work {
  readonly type: Exclude<Assignment['type'], 'exam'>;
  readonly position: number;
}

/** Make-up of a course. */
export interface Shape {
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

/** Reads a drawing. */
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

/** Index of the first lesson of a course; for the course after the last one, how many lessons there are. */
export function firstLesson(dataset: Dataset, course: number): number {
  return allocation.start(dataset, course, lessonShares);
}

/** The course of a lesson, and the lesson's position in it, counted from 0. */
export function courseOfLesson(dataset: Dataset, lesson: number): { owner: number; nth: number } {
  return allocation.owner(dataset, lesson, lessonShares);
}

/** Index of the first assignment of a course; for the course after the last one, how many there are. */
export function firstAssignment(dataset: Dataset, course: number): number {
  return allocation.start(dataset, course, workShares);
}

/** The course of an assignment, and the assignment's position in it, counted from 0. */
export function courseOfAssignment(dataset: Dataset, assignment: number): { owner: number; nth: number } {
  return allocation.owner(dataset, assignment, workShares);
}
