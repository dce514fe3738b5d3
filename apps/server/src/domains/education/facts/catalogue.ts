/** Which subject, title and difficulty each course has: every pairing of the word lists once before any comes again. */
import type { Course } from '@understudy/contract';
import type { World } from '../../../kit/world.js';
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

/** All entries that the word lists can make, those of one subject together. */
const entriesBySubject: readonly (readonly Entry[])[] = categories.flatMap((category, categoryIndex) =>
  category.subjects.map((subject) =>
    difficulties.flatMap((difficulty) =>
      category.titles[difficulty].map((title) => ({
        categoryIndex,
        category,
        subject,
        difficulty,
        title: fill(title, subject),
      })),
    ),
  ),
);

/** Rounds through all subjects, each in an order of its own, until every entry has come up. */
function shuffle(world: World): readonly Entry[] {
  const orders = entriesBySubject.map((entries, subject) =>
    world.random('courses/titles', subject).order(entries.length),
  );
  const rounds = Math.max(...orders.map((order) => order.length));
  return Array.from({ length: rounds }, (_, round) =>
    world
      .random('courses/subjects', round)
      .order(entriesBySubject.length)
      .flatMap((subject) => {
        const entry = itemAt(orders, subject)[round];
        return entry === undefined ? [] : [itemAt(itemAt(entriesBySubject, subject), entry)];
      }),
  ).flat();
}

/** What the course at an index is about. */
export function catalogueEntry(world: World, course: number): Entry {
  const entries = world.relation('education/catalogue', () => shuffle(world));
  return itemAt(entries, course % entries.length);
}
