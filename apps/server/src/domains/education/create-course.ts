/** Creates courses. */
import type { contract } from '@understudy/contract';
import type { Course } from '@understudy/contract/education';
import type { ContextOf, Result } from '../../kit/index.js';
import { courses } from './records/course.js';

/** Creates a course, without lessons. */
export function createCourse({
  input,
  records,
  now,
  newId,
  emit,
}: ContextOf<typeof contract.education, 'createCourse'>): Result<readonly Course[]> {
  const { title, category, difficulty, instructor, duration_hours } = input;
  const at = new Date(now).toISOString();
  const created = records.put(courses, {
    id: newId(courses, [title, category, difficulty, instructor, duration_hours]),
    title,
    description: '',
    category,
    difficulty,
    instructor,
    duration_hours,
    status: 'published',
    lesson_count: 0,
    enrolled_count: 0,
    rating: null,
    tags: [],
    created_at: at,
    updated_at: at,
  });
  emit('course.created', created);
  return { value: [created] };
}
