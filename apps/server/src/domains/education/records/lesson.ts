/** Seeded lessons: those of a course lie together, by position. */
import { type Lesson, lesson } from '@understudy/contract/education';
import { type Collection, type Dataset, seededId } from '../../../kit/index.js';
import { itemAt } from '../derived/item-at.js';
import { courseOutline, lessonForm, lessonType, type Outline } from '../derived/outline.js';
import { together } from '../derived/positions.js';
import { courseOfLesson, courseShape, firstLesson, type Part } from '../derived/shape.js';

/** Title of a lesson about a topic, or of one that looks back on it. */
function titleOf(part: Part, topic: string, ending: Outline['ending']): string {
  if (part === 'quiz') return `Quiz: ${topic}`;
  if (part === 'practice') return `Practice: ${topic}`;
  if (part === 'final') return ending === 'exam' ? 'Final exam' : 'Final project';
  return topic;
}

/** The lesson at an index. */
function seeded(dataset: Dataset, index: number): Lesson {
  const { owner: course, nth } = courseOfLesson(dataset, index);
  const part = itemAt(courseShape(dataset, course).parts, nth);
  const { topics, ending } = courseOutline(dataset, course);
  const { article, minutes } = lessonForm(dataset, index, part);
  return {
    id: seededId('les', index),
    course_id: seededId('crs', course),
    title: titleOf(part, itemAt(topics, nth), ending),
    position: nth + 1,
    type: lessonType(part, article, ending),
    duration_minutes: minutes,
    // The first lesson is open to everyone; so is the second where it is short.
    is_preview: nth === 0 || (nth === 1 && part === 'content' && minutes <= 12),
  };
}

/** Seeded lessons. */
export const lessons: Collection<Lesson> = {
  name: 'lessons',
  prefix: 'les',
  noun: 'lesson',
  schema: lesson,
  count: (dataset) => firstLesson(dataset, dataset.size('courses')),
  seeded,
  lookup: { course_id: together('courses', firstLesson) },
};
