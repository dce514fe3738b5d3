/** Bounds the registrations of a sandbox: every event costs something for each of them. */
import { ProblemError } from '../kit/problem-error.js';

/** Registrations that a sandbox may hold. */
export interface RegistrationLimit {
  readonly maxRegistrations: number;
}

/** Refuses more registrations than a sandbox may hold. */
export function checkRegistrations(count: number, { maxRegistrations }: RegistrationLimit): void {
  if (count <= maxRegistrations) return;
  throw new ProblemError('sandbox_full', {
    detail: `a sandbox holds at most ${maxRegistrations} webhook registrations; delete some, or start the server with a larger --max-registrations`,
  });
}
