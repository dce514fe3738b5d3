/** What seeded datasets look like at their default size, and that other sizes change nothing but themselves. */
import { expect, test } from 'vitest';
import { collections, everything, datasetOf } from './collections.fixture.js';

test('a default dataset looks like a school', () => {
  const all = everything(datasetOf('understudy', { courses: 200, students: 500 }));
  const share = (items: readonly boolean[]) => items.filter(Boolean).length / items.length;
  expect(new Set(all.courses.map(({ title }) => title)).size).toBe(200);
  expect(new Set(all.courses.map(({ category }) => category)).size).toBe(12);
  expect(all.courses.map(({ created_at }) => created_at)).toEqual(all.courses.map((c) => c.created_at).toSorted());
  expect(share(all.courses.map(({ status }) => status === 'published'))).toBeGreaterThan(0.7);
  for (const rating of all.courses.flatMap((course) => course.rating ?? [])) {
    expect(rating).toBeGreaterThanOrEqual(3.2);
    expect(rating).toBeLessThanOrEqual(4.9);
  }
  const averages = all.students.flatMap(({ gpa }) => gpa ?? []);
  expect(share(averages.map((gpa) => gpa >= 2))).toBeGreaterThan(0.9);
  expect(averages.length).toBeGreaterThan(350);
  for (const status of ['active', 'invited', 'completed', 'inactive']) {
    expect(all.enrollments.filter((item) => item.status === status).length).toBeGreaterThan(20);
  }
  for (const state of ['unsubmitted', 'submitted', 'graded', 'pending_review']) {
    expect(all.grades.filter((item) => item.state === state).length).toBeGreaterThan(20);
  }
});

test('what a course is about does not depend on how much else there is', () => {
  const small = datasetOf('understudy', { courses: 50, students: 0 });
  const large = datasetOf('understudy', { courses: 5000, students: 10 });
  for (let i = 0; i < 50; i++) {
    const { enrolled_count, rating, ...rest } = collections.courses.seeded(small, i);
    expect(collections.courses.seeded(large, i)).toMatchObject(rest);
    expect([enrolled_count, rating]).toEqual([0, null]);
  }
});

test('students do not depend on how many there are, even among a million', () => {
  const few = datasetOf('understudy', { courses: 200, students: 500 });
  const million = datasetOf('understudy', { courses: 200, students: 1_000_000 });
  for (const i of [0, 1, 250, 499]) {
    expect(collections.students.seeded(million, i)).toEqual(collections.students.seeded(few, i));
  }
  expect(collections.students.seeded(million, 999_999).email).toMatch(/\.1000000@example\./);
  expect(collections.students.count(million)).toBe(1_000_000);
});

test('a million students: relations and lookups agree', () => {
  const dataset = datasetOf('understudy', { courses: 200, students: 1_000_000 });
  const { enrollments, grades, certificates } = collections;
  expect(enrollments.count(dataset)).toBe(2_400_000);
  const counted = Array.from({ length: 200 }, (_, i) => collections.courses.seeded(dataset, i).enrolled_count);
  expect(counted.reduce((a, b) => a + b, 0)).toBe(2_400_000);
  expect(enrollments.lookup?.course_id?.(dataset, 'crs_0001')).toHaveLength(counted[0] ?? -1);
  for (const collection of [enrollments, grades, certificates]) {
    const last = collection.seeded(dataset, collection.count(dataset) - 1);
    for (const positions of [
      collection.lookup?.student_id?.(dataset, last.student_id),
      collection.lookup?.course_id?.(dataset, last.course_id),
    ]) {
      expect(positions?.[positions.length - 1]).toBe(collection.count(dataset) - 1);
    }
  }
});
