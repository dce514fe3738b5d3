/** Seeded assignments: those of a course lie together, in the order of its lessons. */
import { type Assignment, assignment } from '@understudy/contract/education';
import { type Collection, type Dataset, seededId } from '../../../kit/index.js';
import { catalogueEntry, type Entry } from '../derived/catalogue.js';
import { toInstant } from '../derived/clock.js';
import { courseWork } from '../derived/course-work.js';
import { itemAt } from '../derived/item-at.js';
import { courseOutline } from '../derived/outline.js';
import { together } from '../derived/positions.js';
import { courseOfAssignment, firstAssignment, firstLesson } from '../derived/shape.js';
import { exams, quizzes } from '../words/tasks.js';

/** Title of an assignment, numbered among those of its kind. */
function titleOf(type: Assignment['type'], entry: Entry, work: { topic: string; number: number }): string {
  if (type === 'project') return `Project: ${entry.subject.project}`;
  if (type === 'exam') return `Final exam: ${entry.title}`;
  return `${type === 'quiz' ? 'Quiz' : 'Homework'} ${work.number}: ${work.topic}`;
}

/** What an assignment of a kind can ask for. */
function textsOf(type: Assignment['type'], { category }: Entry): readonly string[] {
  return { homework: category.homework, quiz: quizzes, project: category.projects, exam: exams }[type];
}

/** The assignment at an index. */
function seeded(dataset: Dataset, index: number): Assignment {
  const { owner: course, nth } = courseOfAssignment(dataset, index);
  const { tasks } = courseWork(dataset, course);
  const { type, position, points, dueAt, status } = itemAt(tasks, nth);
  const { topics } = courseOutline(dataset, course);
  const entry = catalogueEntry(dataset, course);
  const number = tasks.slice(0, nth + 1).filter((other) => other.type === type).length;
  const texts = textsOf(type, entry);
  // Counted on from a random start, so that no text comes twice in a row within a course.
  const start = dataset.random('assignments/texts', course).int(0, texts.length - 1);
  return {
    id: seededId('asg', index),
    course_id: seededId('crs', course),
    lesson_id: seededId('les', firstLesson(dataset, course) + position - 1),
    title: titleOf(type, entry, { topic: itemAt(topics, position - 1), number }),
    description: itemAt(texts, (start + number) % texts.length),
    type,
    points_possible: points,
    due_at: toInstant(dueAt),
    status,
  };
}

/** Seeded assignments. */
export const assignments: Collection<Assignment> = {
  name: 'assignments',
  prefix: 'asg',
  noun: 'assignment',
  schema: assignment,
  count: (dataset) => firstAssignment(dataset, dataset.size('courses')),
  seeded,
  lookup: { course_id: together('courses', firstAssignment) },
};
