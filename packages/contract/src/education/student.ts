/** A student. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';

/** States of a student. */
export const studentStatuses = ['active', 'inactive', 'graduated'] as const;

/** A student. */
export const student = z
  .object({
    id: recordId('Id of the student.', 'stu_0001'),
    name: z.string().meta({ description: 'Full name.', examples: ['Ada Lovelace'] }),
    email: z.email().meta({
      description: 'E-mail address, at a domain reserved for examples (RFC 2606).',
      examples: ['ada.lovelace.1@example.com'],
    }),
    status: choice(studentStatuses, 'State of the student.'),
    gpa: z
      .number()
      .min(0)
      .max(4)
      .nullable()
      .meta({
        description: 'Average of the graded work on the 4.0 scale; null while nothing is graded.',
        examples: [3.42],
      }),
    enrolled_at: instant('When the student joined.', '2023-09-01T08:00:00.000Z'),
  })
  .meta({ id: 'Student', description: 'A student.' });

/** A student. */
export type Student = z.infer<typeof student>;
