/** Courses, their lessons and their assignments. */
import {
  type Assignment,
  assignment,
  type Course,
  course as courseSchema,
  type Lesson,
  lesson,
} from '@understudy/contract/education';
import {
  type Collection,
  type Dataset,
  drawName,
  itemAt,
  type Random,
  seededId,
  together,
} from '../../../kit/index.js';
import {
  assignmentsOf,
  catalogueEntry,
  courseHours,
  courseOutline,
  courseShape,
  type Entry,
  lessonsOf,
  lessonForm,
  lessonType,
  type Outline,
  type Part,
} from '../derived/course.js';
import { courseLife, COURSES, courseWork, toInstant, choice } from '../derived/roster.js';
import { owners, takers } from '../derived/roll.js';
import { categories } from '../words/categories.js';
import { audiences, exams, quizzes } from '../words/tasks.js';

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

function seededCourse(dataset: Dataset, index: number): Course {
  const { categoryIndex, category, subject, difficulty, title } = catalogueEntry(dataset, index);
  const { status, createdAt, updatedAt } = courseLife(dataset, index);
  const random = dataset.random('courses', index);
  const enrolled = takers(dataset)(index).length;
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
  seeded: seededCourse,
  relations: [choice, takers],
};

/** Title of a lesson about a topic, or of one that looks back on it. */
function lessonTitle(part: Part, topic: string, ending: Outline['ending']): string {
  if (part === 'quiz') return `Quiz: ${topic}`;
  if (part === 'practice') return `Practice: ${topic}`;
  if (part === 'final') return ending === 'exam' ? 'Final exam' : 'Final project';
  return topic;
}

function seededLesson(dataset: Dataset, index: number): Lesson {
  const { owner: course, nth } = lessonsOf.owner(dataset, index);
  const part = itemAt(courseShape(dataset, course).parts, nth);
  const { topics, ending } = courseOutline(dataset, course);
  const { article, minutes } = lessonForm(dataset, index, part);
  return {
    id: seededId('les', index),
    course_id: seededId('crs', course),
    title: lessonTitle(part, itemAt(topics, nth), ending),
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
  count: (dataset) => lessonsOf.start(dataset, dataset.size('courses')),
  seeded: seededLesson,
  lookup: { course_id: together(owners.courses, lessonsOf.start) },
};

/** Title of an assignment, numbered among those of its kind. */
function assignmentTitle(type: Assignment['type'], entry: Entry, work: { topic: string; number: number }): string {
  if (type === 'project') return `Project: ${entry.subject.project}`;
  if (type === 'exam') return `Final exam: ${entry.title}`;
  return `${type === 'quiz' ? 'Quiz' : 'Homework'} ${work.number}: ${work.topic}`;
}

function textsOf(type: Assignment['type'], { category }: Entry): readonly string[] {
  return { homework: category.homework, quiz: quizzes, project: category.projects, exam: exams }[type];
}

function seededAssignment(dataset: Dataset, index: number): Assignment {
  const { owner: course, nth } = assignmentsOf.owner(dataset, index);
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
    lesson_id: seededId('les', lessonsOf.start(dataset, course) + position - 1),
    title: assignmentTitle(type, entry, { topic: itemAt(topics, position - 1), number }),
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
  count: (dataset) => assignmentsOf.start(dataset, dataset.size('courses')),
  seeded: seededAssignment,
  lookup: { course_id: together(owners.courses, assignmentsOf.start) },
};
