/** Proof that a student completed a course. */
import { z } from 'zod';
import { choice, instant, recordId } from '../kit/field.js';

/** States of a certificate. */
export const certificateStatuses = ['issued', 'revoked'] as const;

/** Proof that a student completed a course. */
export const certificate = z
  .object({
    id: recordId('Id of the certificate.', 'crt_0001'),
    student_id: recordId('The student.', 'stu_0001'),
    course_id: recordId('The course.', 'crs_0001'),
    enrollment_id: recordId('The completed enrollment.', 'enr_0001'),
    title: z.string().meta({
      description: 'Title on the certificate.',
      examples: ['Certificate of Completion: Practical SQL for Analysts'],
    }),
    serial: z.string().meta({ description: 'Serial number printed on it.', examples: ['UC-2025-7F3K-000001'] }),
    status: choice(certificateStatuses, 'State of the certificate.'),
    issued_at: instant('When it was issued.', '2025-02-15T09:00:00.000Z'),
    expires_at: instant('When it expires.', '2028-02-15T09:00:00.000Z')
      .nullable()
      .meta({ description: 'When it expires; null if never.', examples: [null] }),
    verification_url: z.url().meta({
      description: 'Page on which a third party would verify it, at a domain reserved for examples (RFC 2606).',
      examples: ['https://verify.example.com/UC-2025-7F3K-000001'],
    }),
  })
  .meta({ id: 'Certificate', description: 'Proof that a student completed a course.' });

/** Proof that a student completed a course. */
export type Certificate = z.infer<typeof certificate>;
