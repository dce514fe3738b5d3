/** The domains of the API: one line for each. */
export * from './auth/index.js';
export * from './commerce/index.js';
export * from './education/index.js';
export * from './events/index.js';
export * from './food/index.js';
export * from './oauth/index.js';
export * from './realestate/index.js';
export * from './saas/index.js';
export * from './sandboxes/index.js';
export * from './social/index.js';
export * from './webhooks/index.js';
