/** Seeded courses. */
import { type Course, course as courseSchema } from '@understudy/contract/education';
import { type Collection, type Dataset, drawName, type Random, seededId } from '../../../kit/index.js';
import { catalogueEntry } from '../derived/catalogue.js';
import { toInstant } from '../derived/clock.js';
import { COURSES, courseLife } from '../derived/course-life.js';
import { itemAt } from '../derived/item-at.js';
import { courseHours } from '../derived/outline.js';
import { takers } from '../derived/roll.js';
import { choice } from '../derived/roster.js';
import { courseShape } from '../derived/shape.js';
import { categories } from '../words/categories.js';
import { audiences } from '../words/tasks.js';

/** Instructors of a category among the courses of the default size. */
const INSTRUCTORS = 5;

/** One of the few people who teach a category. */
function instructor(
  dataset: Dataset,
  random: Random,
  { course, category }: { course: number; category: number },
): string {
  const number = random.int(0, INSTRUCTORS - 1) + INSTRUCTORS * Math.floor(course / COURSES);
  const { first, last } = drawName(dataset.random('instructors', category + categories.length * number));
  return `${first} ${last}`;
}

/** Average of ratings, to one decimal: the mean of two draws, so that most are good and few are perfect. */
function rating(random: Random): number {
  return Math.round(32 + 8.5 * (random.fraction() + random.fraction())) / 10;
}

/** The course at an index. */
function seeded(dataset: Dataset, index: number): Course {
  const { categoryIndex, category, subject, difficulty, title } = catalogueEntry(dataset, index);
  const { status, createdAt, updatedAt } = courseLife(dataset, index);
  const { starts } = takers(dataset);
  const random = dataset.random('courses', index);
  const enrolled = itemAt(starts, index + 1) - itemAt(starts, index);
  const description = [subject.pitch, random.pick(category.methods), random.pick(audiences[difficulty])];
  const stars = rating(random);
  return {
    id: seededId('crs', index),
    title,
    description: description.join(' '),
    category: category.name,
    difficulty,
    instructor: instructor(dataset, random, { course: index, category: categoryIndex }),
    duration_hours: courseHours(dataset, index),
    status,
    lesson_count: courseShape(dataset, index).parts.length,
    enrolled_count: enrolled,
    rating: enrolled > 0 ? stars : null,
    tags: [...new Set([...subject.tags, category.tag])],
    created_at: toInstant(createdAt),
    updated_at: toInstant(updatedAt),
  };
}

/** Seeded courses. */
export const courses: Collection<Course> = {
  name: 'courses',
  prefix: 'crs',
  noun: 'course',
  schema: courseSchema,
  defaultSize: COURSES,
  count: (dataset) => dataset.size('courses'),
  seeded,
  relations: [choice, takers],
};
