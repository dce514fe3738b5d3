// @ts-nocheck
export { contract as rooms } from './parts.js';
