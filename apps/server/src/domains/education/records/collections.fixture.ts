/** All collections of the domain, and whole datasets of them, for tests. */
import { allOf } from '../../../kit/all-of.fixture.js';
import { type AnyCollection, Dataset } from '../../../kit/index.js';
import { assignments, courses, lessons } from './course.js';
import { certificates, enrollments, grades, students } from './student.js';

/** All collections of the domain. */
export const collections = { courses, lessons, students, enrollments, assignments, grades, certificates };

/** The collections as those who know nothing of their fields see them. */
export const anyCollections: readonly AnyCollection[] = Object.values(collections);

/** A dataset of a seed and two sizes. */
export function datasetOf(seed: string, sizes: { courses: number; students: number }): Dataset {
  return new Dataset(seed, sizes);
}

/** All records of all collections. */
export function everything(dataset: Dataset) {
  return {
    courses: allOf(dataset, courses),
    lessons: allOf(dataset, lessons),
    students: allOf(dataset, students),
    enrollments: allOf(dataset, enrollments),
    assignments: allOf(dataset, assignments),
    grades: allOf(dataset, grades),
    certificates: allOf(dataset, certificates),
  };
}
