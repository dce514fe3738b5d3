/** Problem kinds of the authentication domain: why a user who is known may not log in. */
import { defineKinds } from '../kit/problem-kinds.js';

/** Problem kinds of the authentication domain. */
export const authKinds = defineKinds({
  user_pending: {
    status: 403,
    title: 'User Pending',
    description: 'The user has not been activated yet, and cannot log in.',
  },
  user_suspended: {
    status: 403,
    title: 'User Suspended',
    description: 'The user is suspended, and cannot log in until they are active again.',
  },
  user_deactivated: {
    status: 403,
    title: 'User Deactivated',
    description: 'The user is deactivated for good, and cannot log in.',
  },
});
