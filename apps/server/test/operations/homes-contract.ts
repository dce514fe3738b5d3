/** The operations on homes, whose list has every condition. */
import {
  after,
  allOf,
  before,
  choice,
  defineDomain,
  equal,
  equalInAnyCase,
  get,
  ids,
  instant,
  least,
  listInput,
  listOf,
  most,
  noneOf,
  nothing,
  oneOf,
  post,
  recordId,
  recordOf,
  remove,
  unsearchedListInput,
  withinBox,
  withinCircle,
  writtenOf,
  yes,
} from '@understudy/contract';
import { z } from 'zod';
import { city, day, features, home, kinds, price, rooms, text } from './home.js';

const homeId = recordId('Id of the home.', 'home_0001');
const one = z.object({ home_id: homeId });

export const contract = defineDomain({
  name: 'homes',
  description: 'Homes and where they are.',
  operations: {
    listHomes: get('/api/homes', {
      summary: 'List homes',
      description: 'All homes.',
      searches: ['title', 'features'],
      sorts: ['price', 'city', 'listed_at'],
      fields: true,
      filters: {
        city: equalInAnyCase(text('Only homes in this city; case is ignored.', 'Lisbon')),
        in_city: equal('city', text('Only homes in this city.', 'Porto')),
        cities: oneOf('city', text('Only homes in one of these.', 'Suva')),
        kind: oneOf(choice(kinds, 'Only homes of these kinds.')),
        not_kind: noneOf('kind', choice(kinds, 'Only homes of other kinds.')),
        not_rooms: noneOf('rooms', rooms),
        rooms: equal(rooms),
        any_rooms: oneOf('rooms', rooms),
        min_rooms: least('rooms', rooms),
        max_rooms: most('rooms', rooms),
        min_price: least('price', price),
        max_price: most('price', price),
        is_new: yes(z.boolean().meta({ description: 'Only new homes, or only others.', examples: [true] })),
        feature: equal('features', choice(features, 'Only homes that have it.')),
        features: allOf(choice(features, 'Only homes that have all of these.')),
        some_features: oneOf('features', choice(features, 'Only homes that have one of these.')),
        built_after: after('built_on', day),
        built_before: before('built_on', day),
        listed_after: after('listed_at', instant('Only homes listed from then on.', '2025-06-01T09:00:00.000Z')),
        listed_before: before(
          'listed_at',
          z.iso
            .datetime({ offset: true })
            .meta({ description: 'Only homes listed by then.', examples: ['2025-09-01T11:00:00+02:00'] }),
        ),
        bbox: withinBox('location', 'Only homes in this part of the map.'),
        near: withinCircle('location', 'Only homes around here.'),
        ids: ids(homeId),
      },
      input: listInput({}),
      output: listOf(home),
    }),
    getHome: get('/api/homes/{home_id}', {
      summary: 'Get a home',
      description: 'One home by its id.',
      fields: true,
      input: one,
      output: recordOf(home),
    }),
    createHome: post('/api/homes', {
      summary: 'List a home',
      description: 'Adds a home.',
      input: z.object({ title: home.shape.title, city: home.shape.city }),
      output: writtenOf(home),
    }),
    deleteHome: remove('/api/homes/{home_id}', {
      summary: 'Take a home away',
      description: 'Marks a home as removed; one that is stays so.',
      input: one,
      output: nothing,
    }),
    listCities: get('/cities', {
      summary: 'List cities',
      description: 'The cities that homes are in, for all sandboxes.',
      scope: 'registry',
      sorts: ['name'],
      fields: true,
      filters: {
        name: equalInAnyCase(text('Only the city of this name.', 'Lisbon')),
        min_people: least('people', z.int().meta({ description: 'At least so many people.', examples: [100] })),
        countries: oneOf('country', text('Only cities in one of these.', 'Fiji')),
      },
      input: unsearchedListInput({}),
      output: listOf(city),
    }),
    restoreHome: post('/api/homes/{home_id}/restoration', {
      summary: 'Bring a home back',
      description: 'Takes the mark away.',
      input: one,
      output: nothing,
    }),
  },
});
