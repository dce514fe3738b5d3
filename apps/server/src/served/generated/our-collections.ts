/** Names of the collections of our domains: none is loaded to know them. */

// Generated: `node scripts/list-collections.mjs` in apps/server writes this file. Do not edit it.

/** Names of the collections, sorted. */
export const ourNames: readonly string[] = [
  'assignments',
  'certificates',
  'courses',
  'ended_sessions',
  'enrollments',
  'event_attendees',
  'event_categories',
  'event_registrations',
  'events',
  'grades',
  'grants',
  'lessons',
  'refresh_tokens',
  'revoked_tokens',
  'students',
  'used_codes',
  'users',
  'webhook_deliveries',
  'webhook_events',
  'webhook_registrations',
];

/** What ids of their records begin with, sorted. */
export const ourPrefixes: readonly string[] = [
  'asg',
  'att',
  'cat',
  'code',
  'crs',
  'crt',
  'dlv',
  'enr',
  'event',
  'evt',
  'gnt',
  'grd',
  'les',
  'reg',
  'rt',
  'ses',
  'stu',
  'tok',
  'usr',
  'we',
];
