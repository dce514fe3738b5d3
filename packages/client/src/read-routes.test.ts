import { expect, test } from 'vitest';
import { contract } from '@understudy/contract';
import { routes } from './generated/routes.js';
import { routesOf } from './custom-domain.js';
import { readRoutes } from './route.js';

test('a line says the method, the answer, marks and the path', () => {
  const rooms = readRoutes('/api/rooms', {
    listRooms: 'GET list',
    bookRoom: 'POST written body keyed accepted /{room_id}/bookings',
    getPlan: ['GET file /{room_id}/plan', { mediaTypes: ['image/png'] }],
  });
  expect(rooms.listRooms).toMatchObject({ method: 'GET', path: '/api/rooms', answers: 'list', sends: 'query' });
  expect(rooms.bookRoom).toMatchObject({
    sends: 'body',
    keyed: true,
    accepted: true,
    path: '/api/rooms/{room_id}/bookings',
  });
  expect(rooms.getPlan).toMatchObject({ path: '/api/rooms/{room_id}/plan', mediaTypes: ['image/png'] });
});

test.each(Object.entries(contract))(
  'the generated routes of %s are those of its declaration',
  (domain, declaration) => {
    const declared = Object.fromEntries(
      Object.entries(routesOf(declaration)).map(([name, { method, path, answers, sends }]) => [
        name,
        expect.objectContaining({ method, path, answers, sends }),
      ]),
    );
    expect(routes).toHaveProperty(domain, declared);
  },
);
