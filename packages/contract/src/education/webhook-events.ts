/** The events of the education domain. */
import { webhookEvent } from '../kit/webhook.js';
import { course } from './course.js';
import { enrollment } from './enrollment.js';

/** The events of the education domain, by type. */
export const educationEvents = {
  'course.created': webhookEvent({
    type: 'course.created',
    description: 'A course was added to the catalogue.',
    object: course,
  }),
  'enrollment.created': webhookEvent({
    type: 'enrollment.created',
    description: 'A student was enrolled in a course.',
    object: enrollment,
  }),
};
