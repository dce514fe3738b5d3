/** Whether two values are equal, member by member. */
export { isDeepStrictEqual as isEqual } from 'node:util';
