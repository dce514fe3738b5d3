/** A lesson of a course. */
import { z } from 'zod';
import { choice, recordId } from '../kit/field.js';

/** Forms a lesson can take. */
export const lessonTypes = ['video', 'article', 'quiz', 'assignment'] as const;

/** A lesson of a course. */
export const lesson = z
  .object({
    id: recordId('Id of the lesson.', 'les_0001'),
    course_id: recordId('The course it belongs to.', 'crs_0001'),
    title: z.string().meta({ description: 'Title.', examples: ['Joining two tables'] }),
    position: z
      .int()
      .min(1)
      .meta({ description: 'Position in the course, counted from 1.', examples: [1] }),
    type: choice(lessonTypes, 'Form of the lesson.'),
    duration_minutes: z
      .int()
      .min(1)
      .meta({ description: 'Length in minutes.', examples: [25] }),
    is_preview: z.boolean().meta({ description: 'Whether everyone can open it before enrolling.', examples: [true] }),
  })
  .meta({ id: 'Lesson', description: 'A lesson of a course.' });

/** A lesson of a course. */
export type Lesson = z.infer<typeof lesson>;
