import { expect, it } from 'vitest';
import { headHeaders } from './head-headers.js';

const base = 'http://127.0.0.1:4010/sandboxes/mine';

it.each([
  ['/api/rooms/room_1', `${base}/api/rooms/room_1`],
  ['/api/rooms/Grün & Blau?a=b c', `${base}/api/rooms/Gr%C3%BCn%20&%20Blau?a=b%20c`],
  ['/api/rooms/a\r\nSet-Cookie: x', `${base}/api/rooms/aSet-Cookie:%20x`],
])('writes the location %j as a URL has it', (location, written) => {
  expect(headHeaders({ location }, base)).toEqual({ location: written });
});

it('writes seconds, and what was not given not at all', () => {
  expect(headHeaders({ status: 202, retryAfter: 0 }, base)).toEqual({ 'retry-after': '0' });
  expect(headHeaders({}, base)).toEqual({});
});
