/** The whole API: what its domains are together. */
import type { z } from 'zod';
import * as all from './domains.js';
import { domainsIn, eventsOf, kindsOf } from './kit/define-domain.js';
import { oauthProblemOf, problemOf } from './kit/problem.js';
import { sharedKinds } from './kit/problem-kinds.js';

/** Every domain of the API, by name: `contract.education.operations.listCourses`. */
export const contract = domainsIn(all);

/** Every problem kind of the API: the shared ones and those of the domains. */
export const problemKinds = { ...sharedKinds, ...kindsOf(contract) };

/** A reason for which a call can fail. */
export type ProblemKind = keyof typeof problemKinds;

/** The error body of every route (RFC 9457). */
export const problem = problemOf(problemKinds);

/** The error body of the OAuth routes (RFC 6749 §5.2), which holds that of every other route. */
export const oauthProblem = oauthProblemOf(problem);

/** The events that webhooks carry, by type: the schema of each body. */
export const webhookEvents = eventsOf(contract);

/** The error body of every route (RFC 9457). */
export type Problem = z.infer<typeof problem>;
