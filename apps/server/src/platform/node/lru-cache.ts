/** Keeps what was used last. */
export { LRUCache } from 'lru-cache';
