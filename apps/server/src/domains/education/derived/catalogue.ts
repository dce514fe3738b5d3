/** Which subject, title and difficulty each course has: every pairing of the word lists once before any comes again. */
import type { Course } from '@understudy/contract/education';
import type { Dataset } from '../../../kit/index.js';
import { categories } from '../words/categories.js';
import type { Category, Subject } from '../words/category.js';
import { itemAt } from './item-at.js';

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

/** The subjects of all categories, each with its category. */
const subjects = categories.flatMap((category, categoryIndex) =>
  category.subjects.map((subject) => ({ categoryIndex, category, subject })),
);

/** Titles that each subject can have; the word lists give every category as many. */
const ENTRIES_PER_SUBJECT = difficulties.reduce(
  (sum, difficulty) => sum + itemAt(categories, 0).titles[difficulty].length,
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

/** The order in which a subject's entries come up. */
function entryOrder(dataset: Dataset, subject: number): readonly number[] {
  return dataset.relation(`education/titles/${subject}`, () =>
    dataset.random('courses/titles', subject).order(ENTRIES_PER_SUBJECT),
  );
}

/** The order in which the subjects come up in a round. */
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
