/** The grade of a student for an assignment. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';

/** States of a grade. */
export const gradeStates = ['unsubmitted', 'submitted', 'graded', 'pending_review'] as const;

/** The grade of a student for an assignment. */
export const grade = z
  .object({
    id: recordId('Id of the grade.', 'grd_0001'),
    student_id: recordId('The student.', 'stu_0001'),
    course_id: recordId('The course.', 'crs_0001'),
    assignment_id: recordId('The assignment.', 'asg_0001'),
    score: z
      .number()
      .min(0)
      .nullable()
      .meta({
        description: 'Points reached; null until graded.',
        examples: [87],
      }),
    points_possible: z
      .int()
      .min(1)
      .meta({
        description: 'Points for full marks, as the assignment says.',
        examples: [100],
      }),
    percentage: z
      .number()
      .min(0)
      .max(100)
      .nullable()
      .meta({
        description: 'score / points_possible, in percent; null until graded.',
        examples: [87],
      }),
    letter: z
      .string()
      .nullable()
      .meta({
        description: 'Letter grade; null until graded.',
        examples: ['B+'],
      }),
    state: choice(gradeStates, 'State of the work.').meta({
      description: 'State of the work.',
      examples: ['graded'],
    }),
    graded_at: instant('When it was graded.', '2025-03-04T10:15:00.000Z')
      .nullable()
      .meta({ description: 'When it was graded; null until then.', examples: ['2025-03-04T10:15:00.000Z'] }),
    feedback: z
      .string()
      .nullable()
      .meta({
        description: "The instructor's comment; null until graded.",
        examples: ['Clear reasoning; mind the edge cases.'],
      }),
  })
  .meta({ id: 'Grade', description: 'The grade of a student for an assignment.' });

/** The grade of a student for an assignment. */
export type Grade = z.infer<typeof grade>;
