/** A client of a domain of one's own is typed from its declaration. */
import type * as contract from '@understudy/contract';
import { expectTypeOf, test } from 'vitest';
import {
  type Client,
  createClient,
  type Course,
  type DomainDescriptor,
  type Job,
  type List,
  type Reply,
} from '../src/index.js';
import { type Note, notes } from './notes.js';

const baseUrl = 'http://understudy.local';
const api = createClient({ baseUrl, domains: { notes } });

test('each shape of answer has its type', () => {
  expectTypeOf(api.notes.listNotes).returns.toEqualTypeOf<List<Note>>();
  expectTypeOf(api.notes.getNote).returns.toEqualTypeOf<Reply<Note>>();
  expectTypeOf(api.notes.createNote).returns.toEqualTypeOf<Reply<Note>>();
  expectTypeOf(api.notes.importNotes).returns.toEqualTypeOf<Reply<Note[]>>();
  expectTypeOf(api.notes.countNotes).returns.toEqualTypeOf<Reply<{ count: number }>>();
  expectTypeOf(api.notes.deleteNote).returns.toEqualTypeOf<Reply<undefined>>();
  expectTypeOf(api.notes.printNote).returns.toEqualTypeOf<Reply<Job<Note>>>();
});

test('inputs are those of the declaration, without what is a control of the call', () => {
  type Input = NonNullable<Parameters<typeof api.notes.listNotes>[0]>;
  expectTypeOf<keyof Input>().toEqualTypeOf<'status' | 'sort' | 'page' | 'per_page' | 'q' | 'cursor'>();
  expectTypeOf(api.notes.listNotes).toBeCallableWith();
  expectTypeOf(api.notes.listNotes).toBeCallableWith({ q: undefined, status: 'open' }, { paginationStyle: 'cursor' });
  expectTypeOf(api.notes.createNote).toBeCallableWith({ title: 'T' }, { idempotencyKey: 'k', scenario: ['ok'] });
  // @ts-expect-error a member is missing
  void api.notes.getNote();
  // @ts-expect-error a member is missing
  void api.notes.getNote({});
  // @ts-expect-error it is a text
  void api.notes.createNote({ title: 1 });
  // @ts-expect-error there is no such filter
  void api.notes.listNotes({ colour: 'red' });
  // @ts-expect-error no note has that status
  void api.notes.listNotes({ status: 'lost' });
  // @ts-expect-error the style is a control
  void api.notes.listNotes({ pagination_style: 'link' });
  // @ts-expect-error a read takes no idempotency key
  void api.notes.getNote({ note_id: 'note_0001' }, { idempotencyKey: 'k' });
  // @ts-expect-error it has no versions
  void api.notes.updateNote({ note_id: 'note_0001' }, { ifMatch: '"1-00000000"' });
  // @ts-expect-error there is no such operation
  void api.notes.listNote();
});

test('derived clients keep it, beside the domains of Understudy', () => {
  expectTypeOf(api.with({ delay: 1 })).toEqualTypeOf<typeof api>();
  expectTypeOf(api.withToken('t').notes.getNote).returns.toEqualTypeOf<Reply<Note>>();
  expectTypeOf(api.education.getCourse).returns.toEqualTypeOf<Reply<Course>>();
  expectTypeOf(api).toExtend<Client>();
  // @ts-expect-error domains are given when the client is made
  api.with({ domains: {} });
});

test('a domain that is named like one of Understudy replaces it', () => {
  const replaced = createClient({ baseUrl, domains: { education: notes } });
  expectTypeOf(replaced.education.getNote).returns.toEqualTypeOf<Reply<Note>>();
  // @ts-expect-error it is not there any more
  void replaced.education.listCourses();
});

test('the declarations of Understudy give what is generated from its document', () => {
  const declared = createClient({ baseUrl, domains: {} as { education: typeof contract.contract.education } });
  type Generated = Client['education'];
  type Declared = (typeof declared)['education'];
  expectTypeOf<keyof Declared>().toEqualTypeOf<keyof Generated>();
  expectTypeOf<ReturnType<Declared['listCourses']>>().toEqualTypeOf<ReturnType<Generated['listCourses']>>();
  expectTypeOf<Declared['createCourse']>().toExtend<Generated['createCourse']>();
  expectTypeOf<Generated['createCourse']>().toExtend<Declared['createCourse']>();
});

test('a descriptor says its methods itself', () => {
  interface Rooms {
    getRoom(input: { room_id: string }): Reply<{ seats: number }>;
  }
  const rooms: DomainDescriptor<Rooms> = {
    routes: { getRoom: { method: 'GET', path: '/api/rooms/{room_id}', answers: 'record', sends: 'query' } },
  };
  const both = createClient({ baseUrl, domains: { notes, rooms } });
  expectTypeOf(both.rooms).toEqualTypeOf<Rooms>();
  expectTypeOf(both.notes.getNote).returns.toEqualTypeOf<Reply<Note>>();
  // @ts-expect-error a method has no route
  const incomplete: DomainDescriptor<Rooms> = { routes: {} };
  void incomplete;
  // @ts-expect-error that is no domain
  createClient({ baseUrl, domains: { rooms: 5 } });
});
