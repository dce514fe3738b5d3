/** Seeded certificates: one for each completed enrollment. */
import { type Certificate, certificate } from '@understudy/contract/education';
import { type Collection, type Dataset, type Random, seededId } from '../../../kit/index.js';
import { catalogueEntry } from '../derived/catalogue.js';
import { awake, DAY, toInstant } from '../derived/clock.js';
import { participationOf } from '../derived/participation.js';
import { ofCourse, ofStudent } from '../derived/positions.js';
import { results, takers } from '../derived/roll.js';
import { choice, rosterOf, studentOfEnrollment } from '../derived/roster.js';

// No vowels, so that no words come up, and no digits that look like letters.
const signs = [...'23456789BCDFGHJKLMNPQRSTVWXZ'];

/** A serial number, unique by the number at its end. */
function serialOf(random: Random, issuedAt: string, enrollment: number): string {
  const check = Array.from({ length: 4 }, () => random.pick(signs)).join('');
  return `UC-${issuedAt.slice(0, 4)}-${check}-${String(enrollment + 1).padStart(6, '0')}`;
}

/** The same day some years later; the day after 28 February where there is no 29th. */
function yearsLater(instant: string, years: number): string {
  const date = new Date(instant);
  date.setUTCFullYear(date.getUTCFullYear() + years);
  return date.toISOString();
}

/** The certificate at an index. */
function seeded(dataset: Dataset, index: number): Certificate {
  const { owner: enrollment } = results(dataset).certificates.owner(index);
  const { owner: student, nth } = studentOfEnrollment(dataset, enrollment);
  const { course, progress } = participationOf(dataset, rosterOf(dataset, student), nth);
  if (progress.completedAt === null) throw new Error(`enrollment ${enrollment} is not completed`);
  const { title, category } = catalogueEntry(dataset, course);
  const random = dataset.random('certificates', enrollment);
  const issued = toInstant(awake(progress.completedAt + 2 * DAY * random.fraction()));
  const serial = serialOf(random, issued, enrollment);
  return {
    id: seededId('crt', index),
    student_id: seededId('stu', student),
    course_id: seededId('crs', course),
    enrollment_id: seededId('enr', enrollment),
    title: `Certificate of Completion: ${title}`,
    serial,
    status: random.chance(0.03) ? 'revoked' : 'issued',
    issued_at: issued,
    expires_at: category.certificateYears === null ? null : yearsLater(issued, category.certificateYears),
    verification_url: `https://verify.example.com/${serial}`,
  };
}

/** Seeded certificates. */
export const certificates: Collection<Certificate> = {
  name: 'certificates',
  prefix: 'crt',
  noun: 'certificate',
  schema: certificate,
  count: (dataset) => results(dataset).certificates.total,
  seeded,
  relations: [choice, takers, results],
  lookup: {
    student_id: ofStudent((dataset) => results(dataset).certificates),
    course_id: ofCourse((dataset) => results(dataset).certificates),
  },
};
