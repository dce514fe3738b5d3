/** All collections of the domain, and whole worlds of them, for tests. */
import { allOf } from '../../../kit/all-of.fixture.js';
import type { AnyCollection } from '../../../kit/collection.js';
import { World } from '../../../kit/world.js';
import { assignments } from './assignment.js';
import { certificates } from './certificate.js';
import { courses } from './course.js';
import { enrollments } from './enrollment.js';
import { grades } from './grade.js';
import { lessons } from './lesson.js';
import { students } from './student.js';

/** All collections of the domain. */
export const collections = { courses, lessons, students, enrollments, assignments, grades, certificates };

/** The collections as those who know nothing of their fields see them. */
export const anyCollections: readonly AnyCollection[] = Object.values(collections);

/** A world of a seed and two sizes. */
export function worldOf(seed: string, sizes: { courses: number; students: number }): World {
  return new World(seed, sizes);
}

/** All records of all collections. */
export function everything(world: World) {
  return {
    courses: allOf(world, courses),
    lessons: allOf(world, lessons),
    students: allOf(world, students),
    enrollments: allOf(world, enrollments),
    assignments: allOf(world, assignments),
    grades: allOf(world, grades),
    certificates: allOf(world, certificates),
  };
}
