/** The contract of the Understudy API: what every server answers and every client may rely on. */
export * from './api.js';
export * from './domains.js';
export * from './kit/index.js';
