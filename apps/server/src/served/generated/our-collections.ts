/** Names of the collections of our domains: none is loaded to know them. */

// Generated: `node scripts/list-collections.mjs` in apps/server writes this file. Do not edit it.

/** Names of the collections, sorted. */
export const ourNames: readonly string[] = [
  'assignments',
  'carts',
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
  'orders',
  'products',
  'refresh_tokens',
  'students',
  'used_codes',
  'users',
  'variants',
  'webhook_deliveries',
  'webhook_events',
  'webhook_registrations',
];

/** What ids of their records begin with, sorted. */
export const ourPrefixes: readonly string[] = [
  'asg',
  'att',
  'cart',
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
  'ord',
  'prd',
  'reg',
  'rt',
  'stu',
  'usr',
  'var',
  'we',
];
