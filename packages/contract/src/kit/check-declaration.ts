/** What is wrong with a declaration, as types: what is no fault is `unknown`, a fault is a type whose name says it. */
import type { z } from 'zod';
import type { Companions, Comparison, Condition, Filters, KeysOf } from './condition.js';
import type { callControls, ListControls } from './controls.js';
import type { ComputedIn, ParametersOf, ScopeIn } from './declared-input.js';
import type { DeclaredOperation, OperationDeclaration } from './operation-declaration.js';
import type { CachePolicy, Method, Versioned } from './operation-meta.js';
import type { DeclarableKind } from './problem-kinds.js';

/** What a member must be for each comparison, as a type and in words. */
interface Comparable {
  least: readonly [fits: number, says: 'a number'];
  most: readonly [fits: number, says: 'a number'];
  more: readonly [fits: number, says: 'a number'];
  less: readonly [fits: number, says: 'a number'];
  contains: readonly [fits: string | readonly string[], says: 'a text'];
  starts_with: Comparable['contains'];
  ends_with: Comparable['contains'];
  after: readonly [fits: string, says: 'a text'];
  before: readonly [fits: string, says: 'a text'];
  all_of: readonly [fits: readonly unknown[], says: 'a list'];
  box: readonly [
    fits: { readonly latitude: number; readonly longitude: number },
    says: 'an object with latitude and longitude',
  ];
  circle: Comparable['box'];
}

/** The values that a member holds: those of a list one by one. */
type ValuesOf<Member> = NonNullable<Member> extends readonly (infer One)[] ? NonNullable<One> : NonNullable<Member>;

/** Why a member does not fit a condition; never where it does. */
type Unfit<Name extends string, Member, Is extends Comparison, Value> = Is extends keyof Comparable
  ? NonNullable<Member> extends Comparable[Is][0]
    ? Is extends 'all_of' | 'contains' | 'starts_with' | 'ends_with'
      ? UnfitValue<Name, ValuesOf<Member>, Value>
      : never
    : `${Name} is not ${Comparable[Is][1]}`
  : UnfitValue<Name, ValuesOf<Member>, Value>;

/** A value that no record can have would find nothing. */
type UnfitValue<Name extends string, Held, Value> = [Value] extends [Held]
  ? never
  : [Held] extends [Value]
    ? never
    : `${Name} never has such a value`;

type UnfitCondition<Item, Name extends string, One, Numbers> =
  One extends Condition<infer Is, infer Member, z.ZodType, infer Value>
    ? OfMember<Item, Member extends string ? Member : Name, { is: Is; value: Value }, Numbers>
    : never;

type OfMember<
  Item,
  Name extends string,
  Has extends { is: Comparison; value: unknown },
  Numbers = never,
> = Name extends Numbers
  ? Unfit<Name, number | null, Has['is'], Has['value']>
  : Name extends keyof Item
    ? Unfit<Name, Item[Name], Has['is'], Has['value']>
    : Name extends `${infer Own extends keyof Item & string}.${infer Rest}`
      ? OfMember<NonNullable<Item[Own]>, Rest, Has>
      : `the records have no ${Name}`;

/** Names of the query that no list can use otherwise. */
type Control = keyof typeof callControls | keyof ListControls | 'sort' | 'fields';

/** Why a name cannot be one of the input; never where it can. */
type UnfitName<Name, Taken> = Name extends string
  ? Name extends Taken
    ? `${Name} is in the input already`
    : Name extends Control
      ? `${Name} is a control`
      : never
  : never;

/** What is wrong with a condition; never where it is none. */
type Fault<One, Name, Item, Taken, Numbers> = Name extends string
  ? [UnfitName<Name, Taken>] extends [never]
    ? [Item] extends [never]
      ? 'only a list has filters'
      : UnfitCondition<Item, Name, One, Numbers>
    : UnfitName<Name, Taken>
  : never;

/** What is wrong with the further members that one of several conditions reads; never where they are none. */
type CompanionFault<Conditions extends Filters, Name extends keyof Conditions, Taken> = UnfitName<
  keyof Companions<Conditions[Name]>,
  Taken | keyof Conditions | KeysOf<Companions<Conditions[Exclude<keyof Conditions, Name>]>>
>;

type FaultIn<Conditions extends Filters, Name extends keyof Conditions, Item, Taken, Numbers> =
  | Fault<Conditions[Name], Name, Item, Taken, Numbers>
  | CompanionFault<Conditions, Name, Taken>;

/** The faulty conditions of a list of items, each with what is wrong with it. `Taken` are the members of its input, `Numbers` what is computed of each item. */
export type FilterFaults<Conditions extends Filters, Item, Taken, Numbers = never> = {
  readonly [
    Name in keyof Conditions as [FaultIn<Conditions, Name, Item, Taken, Numbers>] extends [never] ? never : Name
  ]: FaultIn<Conditions, Name, Item, Taken, Numbers>;
};

type ShapeOf<Declared extends OperationDeclaration> = keyof Declared['input']['shape'] & string;

/** A misspelt member would have no effect. */
type Misspelt<Declared> = {
  readonly [
    Name in Exclude<keyof Declared, keyof OperationDeclaration> & string
  ]: `${Name} is no member of a declaration`;
};

type Parameters<Path extends string, Declared extends OperationDeclaration> = [
  Exclude<ParametersOf<Path>, ShapeOf<Declared>>,
] extends [never]
  ? unknown
  : { readonly input: `has no ${Exclude<ParametersOf<Path>, ShapeOf<Declared>>}, which is in the path` };

/** The registry takes none of the controls of calls, so that its inputs may have such members. */
type Controls<Declared extends OperationDeclaration> = [
  ScopeIn<Declared> extends 'registry' ? never : ShapeOf<Declared> & keyof typeof callControls,
] extends [never]
  ? unknown
  : { readonly input: `has ${ShapeOf<Declared> & keyof typeof callControls}, which is a control of every call` };

type Searches<Declared extends OperationDeclaration> =
  'q' extends ShapeOf<Declared> ? { readonly searches: readonly [string, ...string[]] } : { readonly searches?: never };

/** The members of a list's records that have an order. */
type Sortable<Item> = {
  [Key in keyof Item]-?: Exclude<Item[Key], undefined> extends string | number | boolean | null ? Key : never;
}[keyof Item];

/** What a list can be sorted by: members that all its records have. */
type SortKeys<Output extends z.ZodType> = [ItemOf<Output>] extends [never] ? never : Sortable<ItemOf<Output>> & string;

type Sorts<Declared extends OperationDeclaration> =
  'sort' extends ShapeOf<Declared>
    ? { readonly input: 'has sort, which follows from sorts' }
    : Declared extends { readonly sorts: readonly (infer Key)[] }
      ? [Exclude<Key, SortKeys<Declared['output']> | ComputedIn<Declared>>] extends [never]
        ? unknown
        : { readonly sorts: readonly (SortKeys<Declared['output']> | ComputedIn<Declared>)[] }
      : unknown;

/** The members that a declaration reads from headers. */
type HeaderNames<Declared extends OperationDeclaration> = Declared extends { readonly headers: object }
  ? keyof Declared['headers'] & string
  : never;

/** A header is read into a member of the input, other than one of the path. */
type Headers<Path extends string, Declared extends OperationDeclaration> = [
  Exclude<HeaderNames<Declared>, Exclude<ShapeOf<Declared>, ParametersOf<Path>>>,
] extends [never]
  ? unknown
  : {
      readonly headers: {
        readonly [Name in Exclude<HeaderNames<Declared>, Exclude<ShapeOf<Declared>, ParametersOf<Path>>>]: never;
      };
    };

/** The one record that an output has. */
type RecordIn<Output extends z.ZodType> =
  z.output<Output> extends { readonly data: readonly (infer Item)[] }
    ? Item
    : z.output<Output> extends { readonly data: infer Item }
      ? Item
      : never;

/** Which outputs have versions: one record that has a number of its own, and, of a write, none at all. */
type HasVersions<M extends Method, Output extends z.ZodType> = Output extends {
  readonly answers: M extends 'GET' ? 'record' : 'record' | 'written';
}
  ? RecordIn<Output> extends { readonly version: number }
    ? true
    : false
  : Output extends { readonly answers: 'nothing' }
    ? M extends 'GET'
      ? false
      : true
    : false;

/** Members of an input that the kit adds to that of a write on a record with versions. */
type Added<Declared extends OperationDeclaration> = ShapeOf<Declared> & ('if_match' | 'if_none_match');

type Versions<M extends Method, Declared extends OperationDeclaration> = Declared extends {
  readonly versioned: Versioned;
}
  ? [Added<Declared>] extends [never]
    ? HasVersions<M, Declared['output']> extends true
      ? unknown
      : { readonly output: 'is no single record with an integer member version' }
    : { readonly input: `has ${Added<Declared>}, which follows from versioned` }
  : unknown;

/** The records of a list, or of lines. */
type ItemOf<Output extends z.ZodType> = Output extends { readonly answers: 'lines'; readonly row: z.ZodType<infer Row> }
  ? Row
  : Output extends { readonly answers: 'list' }
    ? z.output<Output> extends { readonly data: readonly (infer Item)[] }
      ? Item
      : never
    : never;

/** What is computed of a record follows from a member of the input. */
type Computing<Declared extends OperationDeclaration> = [ComputedIn<Declared>] extends [never]
  ? unknown
  : {
      readonly computes: {
        readonly [Name in ComputedIn<Declared>]: {
          readonly needs: ShapeOf<Declared> | (keyof Declared['filters'] & string);
        };
      };
    };

type Filtering<Declared extends OperationDeclaration> = Declared extends {
  readonly filters: infer Conditions extends Filters;
}
  ? { readonly filters: FilterFaults<Conditions, ItemOf<Declared['output']>, ShapeOf<Declared>, ComputedIn<Declared>> }
  : unknown;

/** Fields are chosen of the records of a list, or of one record, that is read. */
type Fields<M, Declared extends OperationDeclaration> =
  'fields' extends ShapeOf<Declared>
    ? { readonly input: 'has fields, which follows from fields: true' }
    : Declared extends { readonly fields: true }
      ? M extends 'GET'
        ? Declared['output'] extends { readonly answers: 'list' | 'record' }
          ? unknown
          : { readonly fields: 'are those of a list, or of one record' }
        : { readonly fields: 'are chosen in a read' }
      : unknown;

/** What one caller may see is kept for nobody else. */
type Private<Declared> = Declared extends { readonly credential: 'bearer' | 'client' | 'registration' | 'session' }
  ? { readonly cache?: 'none' }
  : Declared extends { readonly credential: 'viewer' | 'member' }
    ? { readonly cache?: 'private' | 'none' }
    : { readonly cache?: Exclude<CachePolicy, 'private'> };

/** The statuses that go with a method and an answer: only a write creates or accepts, and only a 204 says nothing. */
type StatusIn<M extends Method, Output extends z.ZodType> = Output extends { readonly answers: 'nothing' }
  ? 204
  : M extends 'GET'
    ? 200
    : Output extends { readonly answers: 'list' }
      ? 200
      : 200 | 201 | 202;

type Statuses<M extends Method, Declared extends OperationDeclaration> = {
  readonly status?: StatusIn<M, Declared['output']>;
};

/** What caches keep is a body. */
type Bodiless<Declared> = Declared extends { readonly output: { readonly answers: 'nothing' } }
  ? { readonly cache?: 'none' }
  : unknown;

/** A file is read. */
type Files<M extends Method, Declared> = Declared extends { readonly output: { readonly answers: 'file' } }
  ? M extends 'GET'
    ? { readonly scope?: 'sandbox' }
    : { readonly output: 'is a file, which only a GET answers' }
  : unknown;

/** A stream is read, goes on after an event, and is kept by nobody. */
type Streams<M extends Method, Declared extends OperationDeclaration> = Declared extends {
  readonly output: { readonly answers: 'stream' };
}
  ? M extends 'GET'
    ? 'last_event_id' extends ShapeOf<Declared>
      ? { readonly cache?: 'none' }
      : { readonly input: 'is not that of streamInput(…)' }
    : { readonly output: 'is a stream, which only a GET answers' }
  : unknown;

/** Lines are read, and rows written. */
type Lines<M extends Method, Declared> = Declared extends { readonly output: { readonly answers: 'lines' } }
  ? M extends 'GET'
    ? { readonly scope?: 'sandbox'; readonly cache?: 'none' }
    : { readonly output: 'has lines, which only a GET answers' }
  : unknown;

/** A patch is the body of a PATCH, which has one media type more than JSON (RFC 5789 §2). */
type Patches<M extends Method, Declared> = Declared extends { readonly patch: 'merge' }
  ? M extends 'PATCH'
    ? { readonly bodies?: never }
    : { readonly patch: 'is for a PATCH alone' }
  : unknown;

/** A read writes nothing, so that no event can stand or fall with it. */
type Emitting<M> = M extends 'GET' ? { readonly emits?: never } : unknown;

/** What must hold of an operation by itself. */
export type Checked<M extends Method, Path extends string, Declared extends OperationDeclaration> =
  string extends ShapeOf<Declared>
    ? unknown
    : Misspelt<Declared> &
        Parameters<Path, Declared> &
        Controls<Declared> &
        Searches<Declared> &
        Filtering<Declared> &
        Computing<Declared> &
        Sorts<Declared> &
        Headers<Path, Declared> &
        Versions<M, Declared> &
        Fields<M, Declared> &
        Private<Declared> &
        Statuses<M, Declared> &
        Bodiless<Declared> &
        Files<M, Declared> &
        Streams<M, Declared> &
        Lines<M, Declared> &
        Patches<M, Declared> &
        Emitting<M>;

type Undeclared<Operation, Kinds, Events> =
  Operation extends DeclaredOperation<Method, infer _Input, infer _Output, infer Types>
    ? Exclude<Types['kind'], keyof Kinds | DeclarableKind> | Exclude<Types['event'], keyof Events>
    : never;

/** What must hold of an operation in its domain: its kinds and events are declared there. */
export type CheckedIn<Operations, Kinds, Events> = {
  readonly [Name in keyof Operations]: [Undeclared<Operations[Name], Kinds, Events>] extends [never]
    ? unknown
    : `${Undeclared<Operations[Name], Kinds, Events>} is declared nowhere in the domain`;
};

/** An event's schema, under its own type. */
export type CheckedEvents<Events> = {
  readonly [Type in keyof Events]: Events[Type] extends {
    readonly shape: { readonly type: z.ZodLiteral<Type & string> };
  }
    ? unknown
    : `${Type & string} is not the type of its schema`;
};
