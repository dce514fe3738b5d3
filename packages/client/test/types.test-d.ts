/** The generated types are those of the contract, and calls infer what they take and give. */
import type * as contract from '@understudy/contract';
import { expectTypeOf, test } from 'vitest';
import {
  type ApiError,
  createClient,
  type ErrorKind,
  isApiError,
  type List,
  type Page,
  type Reply,
} from '../src/index.js';
import type * as client from '../src/index.js';

type Domains = typeof contract.contract;
type Contract = { [Name in keyof Domains]: Domains[Name]['operations'] };
/**
 * The members of a type, at any depth; whether they may be changed is no matter of what is sent, nor that a name which is
 * nowhere declared may stand for undefined.
 */
type Simple<Type> = {
  -readonly [Name in keyof Type]: string extends Name
    ? Exclude<Type[Name], undefined>
    : Type[Name] extends object | null | undefined
      ? Simple<Type[Name]>
      : Type[Name];
};
/** The members of a type, whatever it is made of. */
type Flat<Type> = { [Name in keyof Type]: Type[Name] };
type IsSame<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;

/** An operation, as far as its types say. */
interface Operation {
  readonly method: string;
  readonly answers: string;
  readonly input: { readonly _zod: { readonly input: unknown } };
  readonly output: { readonly _zod: { readonly output: unknown } };
}
type Output<Of extends Operation> = Of['output']['_zod']['output'];
type DataOf<Of extends Operation> = Output<Of> extends { readonly data: infer Data } ? Data : never;

/**
 * What the contract says goes in; a list's style and the condition of a write are controls of the SDK, and a list's form is a
 * page, so they are no part of the input.
 */
type ContractInput<Of extends Operation> = Simple<
  Unlined<
    Omit<
      Of['input']['_zod']['input'],
      'pagination_style' | 'if_match' | (Of['answers'] extends 'list' ? 'format' : never) | LineControls<Of>
    >
  >
>;
/** The client reads lines as NDJSON, which has no byte order mark. */
type LineControls<Of extends Operation> = Of['answers'] extends 'lines' ? 'format' | 'bom' : never;
/** An input with its rows as an array: the client takes them in other forms too. */
type Unlined<Given> = Given extends { readonly rows: client.Upload<infer Row> }
  ? Omit<Given, 'rows'> & { rows: Row[] }
  : Given;
/** What the contract says a line is made of. */
type RowOf<Of> = Of extends { readonly whole: { readonly row: { readonly _zod: { readonly output: infer Row } } } }
  ? Row
  : never;
/** What the contract says comes out, without its envelope. */
type ContractRecord<Of extends Operation> = Of['answers'] extends 'nothing'
  ? never
  : Of['answers'] extends 'lines'
    ? RowOf<Of>
    : Of['answers'] extends 'document'
      ? Output<Of>
      : Output<Of> extends { readonly media_type: infer Type extends string }
        ? client.Download<Type>
        : Of['answers'] extends 'batch'
          ? DataOf<Of>
          : DataOf<Of> extends readonly (infer Item)[]
            ? Of extends { readonly meta: { readonly status: 202 } }
              ? client.Job<Item>
              : Item
            : DataOf<Of>;

type ClientInput<Call> = Call extends (input: infer Given, ...rest: never) => unknown ? NonNullable<Given> : never;
type ClientRecord<Call> = Call extends (...all: never) => infer Answer
  ? Answer extends List<infer Item> | client.EventStream<infer Item> | client.Lines<infer Item>
    ? Item
    : NonNullable<Awaited<Answer>>
  : never;

/** Names of the operations whose types differ; never, if all is well. */
type Differing<Kind extends 'input' | 'record'> = {
  [Domain in keyof Contract & keyof client.Domains]: {
    [Name in keyof Contract[Domain] & keyof client.Domains[Domain]]: Contract[Domain][Name] extends Operation
      ? (
          Kind extends 'input'
            ? IsSame<ContractInput<Contract[Domain][Name]>, Simple<Unlined<ClientInput<client.Domains[Domain][Name]>>>>
            : IsSame<Flat<ContractRecord<Contract[Domain][Name]>>, Flat<ClientRecord<client.Domains[Domain][Name]>>>
        ) extends true
        ? never
        : Name
      : Name;
  }[keyof Contract[Domain] & keyof client.Domains[Domain]];
}[keyof Contract & keyof client.Domains];

/** `domain.operation`, for every operation of a table. */
type NamesOf<Table> = {
  [Domain in keyof Table & string]: `${Domain}.${keyof Table[Domain] & string}`;
}[keyof Table & string];

const api = createClient({ baseUrl: 'http://understudy.local' });
const { education } = api;

test('records are those of the contract', () => {
  expectTypeOf<client.Course>().toEqualTypeOf<contract.Course>();
  expectTypeOf<client.Lesson>().toEqualTypeOf<contract.Lesson>();
  expectTypeOf<client.Student>().toEqualTypeOf<contract.Student>();
  expectTypeOf<client.Enrollment>().toEqualTypeOf<contract.Enrollment>();
  expectTypeOf<client.Assignment>().toEqualTypeOf<contract.Assignment>();
  expectTypeOf<client.Grade>().toEqualTypeOf<contract.Grade>();
  expectTypeOf<client.Certificate>().toEqualTypeOf<contract.Certificate>();
});

test('what stands around them is that of the contract', () => {
  expectTypeOf<client.Pagination>().toEqualTypeOf<contract.Pagination>();
  expectTypeOf<client.AnswerMeta>().toEqualTypeOf<(typeof contract.answerMeta)['_zod']['output']>();
  expectTypeOf<client.Problem>().toEqualTypeOf<contract.Problem>();
  expectTypeOf<client.ProblemFault>().toEqualTypeOf<contract.ProblemFault>();
  expectTypeOf<client.ProblemKind>().toEqualTypeOf<contract.ProblemKind>();
  expectTypeOf<client.SimulatedError>().toEqualTypeOf<contract.SimulatedError>();
  expectTypeOf<client.PaginationStyle>().toEqualTypeOf<contract.PaginationStyle>();
  expectTypeOf<client.CorsMode>().toEqualTypeOf<contract.CorsMode>();
});

test('every operation of the contract is a method of the client', () => {
  expectTypeOf<NamesOf<client.Domains>>().toEqualTypeOf<NamesOf<Contract>>();
});

test('every operation takes and gives what the contract says', () => {
  expectTypeOf<Differing<'input'>>().toBeNever();
  expectTypeOf<Differing<'record'>>().toBeNever();
});

test('a list is a page when awaited, and records when iterated', () => {
  const list = education.listCourses({ per_page: 20 });
  expectTypeOf(list).toEqualTypeOf<List<client.Course>>();
  expectTypeOf<Awaited<typeof list>>().toEqualTypeOf<Page<client.Course>>();
  expectTypeOf(list[Symbol.asyncIterator]().next).returns.resolves.toEqualTypeOf<IteratorResult<client.Course, void>>();
  expectTypeOf(list.toArray).returns.resolves.toEqualTypeOf<client.Course[]>();
  expectTypeOf(list.withResponse).returns.resolves.toHaveProperty('data').toEqualTypeOf<client.Course[]>();
});

test('a read and a write are the record', () => {
  expectTypeOf(education.getCourse).returns.toEqualTypeOf<Reply<client.Course>>();
  expectTypeOf(education.createCourse).returns.resolves.toEqualTypeOf<client.Course>();
  expectTypeOf(education.getCourse).returns.toExtend<Promise<client.Course>>();
});

test('what a call needs is asked for, and what it does not know is refused', () => {
  // @ts-expect-error the limit is mandatory
  void education.listCourses().toArray();
  // @ts-expect-error a path parameter is required
  void education.listLessons({});
  // @ts-expect-error there is no such filter
  void education.listCourses({ colour: 'red' });
  // @ts-expect-error it is a number
  void education.listCourses({ per_page: '20' });
  // @ts-expect-error a read takes no idempotency key
  void education.getCourse({ course_id: 'crs_0001' }, { idempotencyKey: 'k' });
  // @ts-expect-error there is no such failure
  void education.listCourses({}, { simulateError: 'oops' });
  expectTypeOf(education.listCourses).toBeCallableWith(
    { q: undefined },
    { scenario: ['rate_limit'], signal: undefined },
  );
});

test('kinds narrow, and a switch over them can be exhaustive', () => {
  const error: unknown = undefined;
  if (isApiError(error, 'rate_limit', 'timeout')) expectTypeOf(error.kind).toEqualTypeOf<'rate_limit' | 'timeout'>();
  if (isApiError(error)) {
    expectTypeOf(error).toEqualTypeOf<ApiError<ErrorKind>>();
    if (error.kind === 'network') expectTypeOf(error.kind).toEqualTypeOf<'network'>();
  }
  expectTypeOf<contract.ProblemKind>().toExtend<ErrorKind>();
  expectTypeOf<Exclude<ErrorKind, contract.ProblemKind>>().toEqualTypeOf<
    'network' | 'aborted' | 'validation' | 'unexpected_status' | 'pagination'
  >();
});

test('a fault is one that there is, with the parameters that it has', () => {
  type Fault = client.CallControls['fault'];
  expectTypeOf<'server_error'>().toExtend<Fault>();
  expectTypeOf<'rate_limit;retry_after=30, delay;ms=300'>().toExtend<Fault>();
  expectTypeOf<{ fault: 'rate_limit'; retry_after: 30; times: 2 }>().toExtend<Fault>();
  expectTypeOf<['hang', { fault: 'status'; code: 503 }]>().toExtend<Fault>();
  // No such fault, parameter, value; and a fault without the parameters that it needs.
  expectTypeOf<'server_eror'>().not.toExtend<Fault>();
  expectTypeOf<'server_eror;times=1'>().not.toExtend<Fault>();
  expectTypeOf<'status'>().not.toExtend<Fault>();
  expectTypeOf<{ fault: 'status' }>().not.toExtend<Fault>();
  expectTypeOf<{ fault: 'reset'; at: 'end' }>().not.toExtend<Fault>();
  // @ts-expect-error reset has no such parameter
  void api.education.listCourses({}, { fault: { fault: 'reset', seconds: 3 } });
  // @ts-expect-error a call of the control API meets no fault
  void api.sandboxes.listSandboxes({}, { fault: 'reset' });
  expectTypeOf(api.sandboxes.putFaults).toBeCallableWith({
    name: 'default',
    rules: [
      { times: 1, fault: 'server_error' },
      { per: 'url', fault: { fault: 'status', code: 503 } },
      { when: { method: 'GET' }, answer: { status: 200, body: { ok: true } } },
    ],
  });
});

test('requests are waited for in the sandbox of the client, and followed as typed events', () => {
  const { waitForRequests, streamRequests, clearRequests } = api.sandboxes;
  expectTypeOf(waitForRequests).returns.resolves.toEqualTypeOf<client.JournalEntry[]>();
  expectTypeOf(waitForRequests).toBeCallableWith({ method: 'POST', since: '2026-01-01T00:00:00Z', min: 2, wait: 0.5 });
  // @ts-expect-error -- a filter that there is not
  void waitForRequests({ methods: 'POST' });
  expectTypeOf(streamRequests).returns.toEqualTypeOf<client.EventStream<client.JournalEvent>>();
  expectTypeOf(clearRequests({ name: 'alice' })).resolves.toEqualTypeOf<undefined>();
});
