import { expect, it } from 'vitest';
import type { Found } from '../call/call.js';
import type { HeaderRecord } from './cors.js';
import { addHead } from './rest-answer.js';

function headHeaders(found: Found, addresses: Parameters<typeof addHead>[2]): HeaderRecord {
  const headers: HeaderRecord = {};
  addHead(headers, found, addresses);
  return headers;
}

const baseUrl = 'http://127.0.0.1:4010/sandboxes/mine';
const at = (apiUrl: string) => ({ baseUrl, apiUrl });

it.each([
  ['/api/rooms/room_1', `${baseUrl}/api/rooms/room_1`],
  ['/api/rooms/Grün & Blau?a=b c', `${baseUrl}/api/rooms/Gr%C3%BCn%20&%20Blau?a=b%20c`],
  ['/api/rooms/a\r\nSet-Cookie: x', `${baseUrl}/api/rooms/aSet-Cookie:%20x`],
])('writes the location %j as a URL has it', (location, written) => {
  expect(headHeaders({ location }, at(`${baseUrl}/api`))).toEqual({ location: written });
});

it.each([
  ['/api/rooms/room_1', '/v1', `${baseUrl}/v1/rooms/room_1`],
  ['/api/rooms/room_1', '', `${baseUrl}/rooms/room_1`],
  ['/apiary', '/v1', `${baseUrl}/apiary`],
])('writes %s where the API lies below %j', (location, base, written) => {
  expect(headHeaders({ location }, at(baseUrl + base))).toEqual({ location: written });
});

it('writes seconds, and what was not given not at all', () => {
  expect(headHeaders({ status: 202, retryAfter: 0 }, at(baseUrl))).toEqual({ 'retry-after': '0' });
  expect(headHeaders({}, at(baseUrl))).toEqual({});
});
