/** A course of the catalogue, and what a client sends to create one. */
import { z } from 'zod';
import { choice, choiceInAnyCase, instant, recordId } from '../kit/field.js';

/** Levels of difficulty, from the easiest on. */
export const difficulties = ['beginner', 'intermediate', 'advanced', 'expert'] as const;

/** States of a course. */
export const courseStatuses = ['draft', 'published', 'archived'] as const;

/** A course of the catalogue. */
export const course = z
  .object({
    id: recordId('Id of the course.', 'crs_0001'),
    title: z.string().meta({ description: 'Title.', examples: ['Practical SQL for Analysts'] }),
    description: z.string().meta({
      description: 'What the course is about; empty for a course just created.',
      examples: ['Query, join and summarise real data sets with confidence.'],
    }),
    category: z.string().meta({ description: 'Subject area.', examples: ['Data Science'] }),
    difficulty: choice(difficulties, 'Level of difficulty.'),
    instructor: z.string().meta({ description: "The instructor's name.", examples: ['Ada Moreno'] }),
    duration_hours: z.int().meta({ description: 'Length in hours.', examples: [12] }),
    status: choice(courseStatuses, 'State of the course.'),
    lesson_count: z.int().meta({ description: 'Lessons in the course.', examples: [8] }),
    enrolled_count: z.int().meta({ description: 'Enrollments in the course, whatever their status.', examples: [14] }),
    rating: z
      .number()
      .min(0)
      .max(5)
      .nullable()
      .meta({
        description: 'Average rating from 0 to 5; null while nobody has rated it.',
        examples: [4.6],
      }),
    tags: z.array(z.string()).meta({ description: 'Topics.', examples: [['sql', 'databases']] }),
    created_at: instant('When the course was created.', '2024-03-04T09:30:00.000Z'),
    updated_at: instant('When the course was last edited.', '2024-09-12T14:05:00.000Z'),
  })
  .meta({ id: 'Course', description: 'A course of the catalogue.' });

/** A course of the catalogue. */
export type Course = z.infer<typeof course>;

/** Body of `POST /api/education/courses`. */
export const newCourse = z
  .object({
    title: z
      .string()
      .min(1)
      .max(200)
      .meta({
        description: 'Title, 1 to 200 characters.',
        examples: ['Practical SQL for Analysts'],
      }),
    category: z
      .string()
      .min(1)
      .max(64)
      .meta({
        description: 'Subject area, 1 to 64 characters.',
        examples: ['Data Science'],
      }),
    difficulty: choiceInAnyCase(difficulties, 'Level of difficulty; case is ignored.'),
    instructor: z
      .string()
      .min(1)
      .max(120)
      .meta({
        description: "The instructor's name, 1 to 120 characters.",
        examples: ['Ada Moreno'],
      }),
    duration_hours: z
      .int()
      .min(1)
      .max(10_000)
      .meta({
        description: 'Length in hours, 1 to 10,000.',
        examples: [12],
      }),
  })
  .meta({ title: 'NewCourse', description: 'A course to create.' });
