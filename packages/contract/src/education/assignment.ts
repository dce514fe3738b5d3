/** A piece of work set in a course. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';

/** Kinds of assignment. */
export const assignmentTypes = ['homework', 'quiz', 'project', 'exam'] as const;

/** States of an assignment. */
export const assignmentStatuses = ['draft', 'published', 'closed'] as const;

/** A piece of work set in a course. */
export const assignment = z
  .object({
    id: recordId('Id of the assignment.', 'asg_0001'),
    course_id: recordId('The course it is set in.', 'crs_0001'),
    lesson_id: recordId('The lesson it belongs to.', 'les_0004'),
    title: z.string().meta({ description: 'Title.', examples: ['Homework 1: Joining two tables'] }),
    description: z.string().meta({
      description: 'What the student has to do.',
      examples: ['Answer the ten questions with one query each.'],
    }),
    type: choice(assignmentTypes, 'Kind of assignment.'),
    points_possible: z
      .int()
      .min(1)
      .meta({ description: 'Points for full marks.', examples: [100] }),
    due_at: instant('When it is due.', '2025-03-01T23:59:00.000Z'),
    status: choice(assignmentStatuses, 'State of the assignment.'),
  })
  .meta({ id: 'Assignment', description: 'A piece of work set in a course.' });

/** A piece of work set in a course. */
export type Assignment = z.infer<typeof assignment>;
