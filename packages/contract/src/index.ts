/** The contract of the Understudy API: what every server answers and every client may rely on. */
import type { z } from 'zod';
import { auth, authDescription } from './auth/index.js';
import { authEvents } from './auth/webhook-events.js';
import { education } from './education/index.js';
import { educationEvents } from './education/webhook-events.js';
import { problemOf } from './kit/problem.js';
import { sharedKinds } from './kit/problem-kinds.js';
import { events, eventsDescription } from './events/index.js';
import { eventKinds } from './events/kinds.js';
import { registrationEvents } from './events/webhook-events.js';
import { oauthErrorMembers } from './oauth/error-body.js';
import { oauth, oauthDescription } from './oauth/index.js';
import { oauthKinds } from './oauth/kinds.js';
import { sandboxes } from './sandboxes/index.js';
import { webhooks, webhooksDescription } from './webhooks/index.js';

/** Every operation of the API, by domain. */
export const contract = {
  education,
  oauth,
  auth,
  webhooks,
  events,
  sandboxes,
};

/** What each domain is about, in the order of the contract. */
export const domainDescriptions: Readonly<Record<keyof typeof contract, string>> = {
  education: 'Courses, lessons, students, enrollments, assignments, grades and certificates.',
  oauth: oauthDescription,
  auth: authDescription,
  webhooks: webhooksDescription,
  events: eventsDescription,
  sandboxes: 'Private copies of the whole API: their data, clock, snapshots and request journal.',
};

/** Every problem kind of the API: the shared ones and those of the domains. */
export const problemKinds = {
  ...sharedKinds,
  ...oauthKinds,
  ...eventKinds,
};

/** A reason for which a call can fail. */
export type ProblemKind = keyof typeof problemKinds;

/** The error body of every route (RFC 9457). */
export const problem = problemOf(problemKinds);

/** The error body of the OAuth routes (RFC 6749 §5.2), which holds that of every other route. */
export const oauthProblem = problem.extend(oauthErrorMembers).meta({
  id: 'OauthProblem',
  description: 'Error body of the OAuth routes: RFC 6749 §5.2 and RFC 9457 in one.',
});

/** The events that webhooks carry, by type: the schema of each body. */
export const webhookEvents = { ...authEvents, ...educationEvents, ...registrationEvents };

/** The error body of every route (RFC 9457). */
export type Problem = z.infer<typeof problem>;

/** Version of the API description, as the OpenAPI document carries it. */
export const apiVersion = '1.0.0';

export * from './auth/index.js';
export * from './education/index.js';
export * from './events/index.js';
export * from './kit/controls.js';
export * from './kit/envelope.js';
export * from './kit/field.js';
export type { Context, OperationDeclaration } from './kit/declare-operation.js';
export * from './kit/methods.js';
export * from './kit/operation.js';
export * from './kit/operation-meta.js';
export * from './kit/problem.js';
export * from './kit/problem-kinds.js';
export * from './kit/webhook-event.js';
export * from './oauth/index.js';
export * from './sandboxes/index.js';
export * from './webhooks/index.js';
