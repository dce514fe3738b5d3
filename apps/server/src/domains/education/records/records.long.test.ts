/**
 * Seeded records agree with their schemas, with each other and with themselves, whatever the seed and size. What holds
 * for each of many thousand records is asserted by Node's assert, which costs a hundredth of an expect().
 */
import assert from 'node:assert/strict';
import { assignment, certificate, course, enrollment, grade, lesson, student } from '@understudy/contract/education';
import { describe, expect, test } from 'vitest';
import { EPOCH } from '../../../kit/index.js';
import { anyCollections, everything, datasetOf } from './collections.fixture.js';

const schemas = {
  courses: course,
  lessons: lesson,
  students: student,
  enrollments: enrollment,
  assignments: assignment,
  grades: grade,
  certificates: certificate,
};

const cases = [
  ['understudy', 200, 500],
  ['another seed', 200, 500],
  ['', 37, 61],
  ['no courses', 0, 20],
  ['no students', 12, 0],
  ['nothing', 0, 0],
  ['one of each', 1, 1],
  ['one course', 1, 30],
  ['two courses', 2, 25],
  ['one student', 30, 1],
  ['many courses', 1600, 15],
] as const;

const byId = <Item extends { readonly id: string }>(items: readonly Item[]) =>
  new Map(items.map((item) => [item.id, item]));
const ms = (instant: string | null | undefined) => Date.parse(instant ?? '');
const round = (value: number) => Math.round(value * 100) / 100;
const now = new Date(EPOCH).toISOString();

const gradePoints = new Map(
  Object.entries({
    A: 4,
    'A-': 3.7,
    'B+': 3.3,
    B: 3,
    'B-': 2.7,
    'C+': 2.3,
    C: 2,
    'C-': 1.7,
    'D+': 1.3,
    D: 1,
    'D-': 0.7,
    F: 0,
  }),
);

describe.each(cases)('seed %j, %i courses, %i students', (seed, courseCount, studentCount) => {
  const sizes = { courses: courseCount, students: studentCount };
  const dataset = datasetOf(seed, sizes);
  const all = everything(dataset);
  const courses = byId(all.courses);
  const lessons = byId(all.lessons);
  const students = byId(all.students);
  const enrollments = byId(all.enrollments);
  const assignments = byId(all.assignments);

  test('records fit their schemas, and ids count up', () => {
    for (const collection of anyCollections) {
      const schema = Object.entries(schemas).find(([name]) => name === collection.name)?.[1];
      const items = Object.entries(all).find(([name]) => name === collection.name)?.[1] ?? [];
      expect(items).toHaveLength(collection.count(dataset));
      items.forEach((item, index) => {
        assert.deepEqual(schema?.parse(item), item);
        assert.equal(item.id, `${collection.prefix}_${String(index + 1).padStart(4, '0')}`);
      });
    }
    expect([all.courses.length, all.students.length]).toEqual([courseCount, studentCount]);
  });

  test('a record alone equals the record of a full walk', () => {
    for (const collection of anyCollections) {
      const count = collection.count(dataset);
      for (const index of new Set([count - 1, count >> 1, count % 7, 3, 0])) {
        if (index < 0 || index >= count) continue;
        expect(collection.seeded(datasetOf(seed, sizes), index)).toEqual(collection.seeded(dataset, index));
      }
    }
  });

  test('unique: e-mail addresses and serials', () => {
    assert.equal(new Set(all.students.map(({ email }) => email)).size, studentCount);
    assert.equal(new Set(all.certificates.map(({ serial }) => serial)).size, all.certificates.length);
  });

  test('people have plain names and addresses', () => {
    all.students.forEach(({ name, email }, index) => {
      assert.match(name, /^[A-Z][A-Za-z]+ [A-Z][A-Za-z']+$/);
      const local = name.toLowerCase().replace("'", '').replace(' ', '.');
      assert.match(email, new RegExp(`^${local}\\.${index + 1}@example\\.(com|org|net)$`));
    });
  });

  test('courses agree with their lessons and enrollments', () => {
    for (const item of all.courses) {
      const own = all.lessons.filter(({ course_id }) => course_id === item.id);
      expect(own.map(({ position }) => position)).toEqual(own.map((_, i) => i + 1));
      assert.equal(item.lesson_count, own.length);
      assert.equal(new Set(own.map(({ title }) => title)).size, own.length);
      const taken = all.enrollments.filter(({ course_id }) => course_id === item.id).length;
      assert.equal(item.enrolled_count, taken);
      assert.equal(item.rating === null, taken === 0);
      assert.equal(item.status === 'draft' && taken > 0, false);
      assert.ok(ms(item.created_at) < ms(item.updated_at));
      assert.equal(item.updated_at < now, true);
      assert.ok(item.duration_hours > 0);
    }
  });

  test('lookups find what a walk finds, ascending, and nothing for unknown ids', () => {
    for (const collection of anyCollections) {
      const items = Object.entries(all).find(([name]) => name === collection.name)?.[1] ?? [];
      for (const [field, lookup] of Object.entries(collection.lookup ?? {})) {
        const owners = field === 'course_id' ? all.courses : all.students;
        for (const owner of owners.slice(0, 40).concat(owners.slice(-2))) {
          const found = items.flatMap((item, i) =>
            Object.entries(item).some(([key, value]) => key === field && value === owner.id) ? [i] : [],
          );
          expect(Array.from(lookup(dataset, owner.id))).toEqual(found);
        }
        const past = `${field === 'course_id' ? 'crs' : 'stu'}_${String(owners.length + 1).padStart(4, '0')}`;
        for (const id of [past, 'crs_0000', 'stu_00001', 'x', '', 'crs_xffffffffffffffffffff']) {
          expect(lookup(dataset, id)).toHaveLength(0);
        }
      }
    }
  });

  test('enrollments: each pair once, dates in order, status in line with student, course and progress', () => {
    const pairs = all.enrollments.map(({ student_id, course_id }) => `${student_id} ${course_id}`);
    assert.equal(new Set(pairs).size, pairs.length);
    for (const item of all.enrollments) {
      const taker = students.get(item.student_id);
      const taken = courses.get(item.course_id);
      assert.ok(ms(taker?.enrolled_at) <= ms(item.enrolled_at));
      assert.ok(ms(taken?.created_at) <= ms(item.enrolled_at));
      assert.equal(item.enrolled_at < now, true);
      assert.equal(item.completed_at === null, item.status !== 'completed');
      assert.equal(item.progress_percent === 100, item.status === 'completed');
      assert.equal(item.status === 'invited' && item.progress_percent > 0, false);
      const over = taker?.status !== 'active' || taken?.status === 'archived';
      assert.equal(over && ['active', 'invited'].includes(item.status), false);
      assert.equal(taken?.status === 'archived' && item.enrolled_at > taken.updated_at, false);
    }
    for (const item of all.enrollments.filter(({ status }) => status === 'completed')) {
      assert.ok(ms(item.enrolled_at) < ms(item.completed_at));
      assert.ok(ms(item.completed_at) < EPOCH);
    }
    for (const { id } of all.students.filter(({ status }) => status === 'graduated')) {
      assert.equal(
        all.enrollments.some((item) => item.student_id === id && item.status === 'completed'),
        true,
      );
    }
  });

  test('assignments belong to a fitting lesson of their course and are due as their status says', () => {
    const fitting = {
      homework: ['video', 'article', 'assignment'],
      quiz: ['quiz'],
      project: ['assignment'],
      exam: ['quiz'],
    };
    for (const item of all.assignments) {
      const of = lessons.get(item.lesson_id);
      assert.equal(of?.course_id, item.course_id);
      expect(fitting[item.type]).toContain(of?.type);
      assert.equal(item.due_at < now, item.status === 'closed');
      const status = courses.get(item.course_id)?.status;
      const forced = { draft: 'draft', archived: 'closed', published: item.status }[status ?? 'draft'];
      assert.equal(item.status, forced);
    }
    for (const { id } of all.courses) {
      const own = all.assignments.filter(({ course_id }) => course_id === id);
      assert.ok(own.length > 0);
      expect(own.map(({ due_at }) => due_at)).toEqual(own.map(({ due_at }) => due_at).toSorted());
      assert.equal(new Set(own.map(({ title }) => title)).size, own.length);
    }
  });

  test('grades: one for each active or completed enrollment and assignment handed out', () => {
    const expected = all.enrollments
      .filter(({ status }) => status === 'active' || status === 'completed')
      .flatMap(({ student_id, course_id }) =>
        all.assignments
          .filter((item) => item.course_id === course_id && item.status !== 'draft')
          .map(({ id }) => `${student_id} ${course_id} ${id}`),
      );
    expect(all.grades.map((item) => `${item.student_id} ${item.course_id} ${item.assignment_id}`)).toEqual(expected);
  });

  test('grades agree with their assignments, their letters and their enrollments', () => {
    const taken = new Map(all.enrollments.map((item) => [`${item.student_id} ${item.course_id}`, item]));
    for (const item of all.grades) {
      assert.equal(item.points_possible, assignments.get(item.assignment_id)?.points_possible);
      const graded = item.state === 'graded';
      for (const value of [item.score, item.percentage, item.letter, item.graded_at, item.feedback]) {
        assert.equal(value !== null, graded);
      }
      if (item.score === null || item.letter === null) continue;
      assert.ok(item.score <= item.points_possible);
      assert.equal(item.percentage, round((item.score / item.points_possible) * 100));
      const enrolled = taken.get(`${item.student_id} ${item.course_id}`);
      assert.ok(ms(item.graded_at) > ms(enrolled?.enrolled_at));
      assert.ok(ms(item.graded_at) <= (enrolled?.completed_at ? ms(enrolled.completed_at) : EPOCH));
      assert.equal(gradePoints.has(item.letter), true);
    }
    const ranked = all.grades
      .filter(({ letter }) => letter !== null)
      .toSorted((a, b) => Number(a.percentage) - Number(b.percentage));
    const points = ranked.map(({ letter }) => gradePoints.get(letter ?? '') ?? NaN);
    expect(points).toEqual(points.toSorted((a, b) => a - b));
  });

  test('a grade point average is the average over the grades', () => {
    for (const { id, gpa } of all.students) {
      const tenths = all.grades
        .filter((item) => item.student_id === id)
        .flatMap(({ letter }) => (letter === null ? [] : [Math.round((gradePoints.get(letter) ?? NaN) * 10)]));
      const sum = tenths.reduce((a, b) => a + b, 0);
      assert.equal(gpa, tenths.length === 0 ? null : Math.round((sum * 10) / tenths.length) / 100);
    }
  });

  test('certificates: one for each completed enrollment, issued once it is', () => {
    const completed = all.enrollments.filter(({ status }) => status === 'completed');
    expect(all.certificates.map(({ enrollment_id }) => enrollment_id)).toEqual(completed.map(({ id }) => id));
    for (const item of all.certificates) {
      const of = enrollments.get(item.enrollment_id);
      expect([item.student_id, item.course_id]).toEqual([of?.student_id, of?.course_id]);
      expect(item.title).toContain(courses.get(item.course_id)?.title);
      assert.ok(ms(of?.completed_at) <= ms(item.issued_at));
      assert.equal(item.issued_at < now, true);
      assert.equal(item.expires_at === null || item.issued_at < item.expires_at, true);
      assert.equal(item.verification_url, `https://verify.example.com/${item.serial}`);
      assert.match(item.serial, new RegExp(`^UC-${item.issued_at.slice(0, 4)}-`));
    }
  });
});
