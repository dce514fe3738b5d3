/** Names of the collections of our domains: none is loaded to know them. */

// Generated: `node scripts/list-collections.mjs` in apps/server writes this file. Do not edit it.

/** Names of the collections, sorted. */
export const ourNames: readonly string[] = [
  'agents',
  'assignments',
  'certificates',
  'courses',
  'enrollments',
  'event_attendees',
  'event_categories',
  'event_registrations',
  'events',
  'grades',
  'grants',
  'lessons',
  'listings',
  'photos',
  'refresh_tokens',
  'students',
  'used_codes',
  'users',
  'viewings',
  'webhook_deliveries',
  'webhook_events',
  'webhook_registrations',
];

/** What ids of their records begin with, sorted. */
export const ourPrefixes: readonly string[] = [
  'agt',
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
  'lst',
  'pho',
  'reg',
  'rt',
  'stu',
  'usr',
  'vwg',
  'we',
];
