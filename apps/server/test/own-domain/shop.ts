/** A shop whose names are those of domains of ours: each of them carries the name of the domain. */
import {
  type Collection,
  defineDomain,
  get,
  implement,
  listing,
  listInput,
  listOf,
  post,
  recordOf,
  seededId,
  webhookEvent,
  writtenOf,
  z,
} from '@understudy/server/domain';

const course = z
  .object({ id: z.string(), dish: z.string() })
  .meta({ id: 'Course', description: 'A course of a menu.' });

const courses: Collection<z.infer<typeof course>> = {
  name: 'courses',
  prefix: 'crs',
  noun: 'course',
  schema: course,
  defaultSize: 7,
  count: (dataset) => dataset.size('courses'),
  seeded: (dataset, index) => ({
    id: seededId(courses.prefix, index),
    dish: dataset.relation('dishes', () => ['Soup', 'Stew'])[index % 2] ?? '',
  }),
};

const texts = { summary: 'Do it', description: 'Does it.' };
const course_id = z.string();

const contract = defineDomain({
  name: 'shop',
  description: 'A shop.',
  events: { 'dish.served': webhookEvent({ type: 'dish.served', description: 'It is served.', object: course }) },
  operations: {
    listCourses: get('/api/shop/courses', {
      ...texts,
      searches: ['dish'],
      input: listInput({}),
      output: listOf(course),
    }),
    getCourse: get('/api/shop/courses/{course_id}', {
      ...texts,
      input: z.object({ course_id }),
      output: recordOf(course),
    }),
    createCourse: post('/api/shop/courses', {
      ...texts,
      emits: ['dish.served'],
      input: z.object({ dish: z.string() }),
      output: writtenOf(course),
    }),
  },
});

export default implement(contract, {
  collections: [courses],
  handlers: {
    listCourses: () => listing(courses),
    getCourse: ({ input, records }) => ({ value: records.find(courses, input.course_id) }),
    createCourse: ({ input, records, newId, emit }) => {
      const created = records.put(courses, { id: newId(courses, [input.dish]), dish: input.dish });
      emit('dish.served', created);
      return { value: [created] };
    },
  },
});
