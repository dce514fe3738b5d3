/** Finds the registration that an input names. */
import type { ProblemFault } from '@understudy/contract';
import { type RegistrationRecord, webhookRegistrations } from '../../webhooks/records.js';
import { ProblemError } from '../../kit/problem-error.js';
import type { View } from '../../state/model/view.js';

/** The registration with an id; a problem that names the location of the id where there is none. */
export function findRegistration(
  view: View,
  id: string,
  location: Pick<ProblemFault, 'pointer' | 'parameter'>,
): RegistrationRecord {
  const found = view.get(webhookRegistrations, id);
  if (found !== undefined) return found;
  throw new ProblemError('not_found', {
    detail: `there is no registration ${JSON.stringify(id)}`,
    errors: [{ ...location, code: 'not_found', detail: 'must be the id of a registration' }],
  });
}
