/** The kit for a domain of one's own: what declares it, its records, and its handlers. */
export * from './kit/index.js';
