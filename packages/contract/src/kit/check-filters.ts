/** What is wrong with the conditions of a list, as types: a fault is a text that says it. */
import type { z } from 'zod';
import type { Beside, Comparison, Condition, Filters, KeysOf } from './condition.js';
import type { callControls, ListControls } from './controls.js';

/** What a member must be for each comparison, as a type and in words. */
interface Comparable {
  least: readonly [fits: number, says: 'a number'];
  most: readonly [fits: number, says: 'a number'];
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
    ? Is extends 'all_of'
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
type BesideFault<Conditions extends Filters, Name extends keyof Conditions, Taken> = UnfitName<
  keyof Beside<Conditions[Name]>,
  Taken | keyof Conditions | KeysOf<Beside<Conditions[Exclude<keyof Conditions, Name>]>>
>;

type FaultIn<Conditions extends Filters, Name extends keyof Conditions, Item, Taken, Numbers> =
  | Fault<Conditions[Name], Name, Item, Taken, Numbers>
  | BesideFault<Conditions, Name, Taken>;

/** The faulty conditions of a list of items, each with what is wrong with it. `Taken` are the members of its input, `Numbers` what is computed of each item. */
export type FilterFaults<Conditions extends Filters, Item, Taken, Numbers = never> = {
  readonly [
    Name in keyof Conditions as [FaultIn<Conditions, Name, Item, Taken, Numbers>] extends [never] ? never : Name
  ]: FaultIn<Conditions, Name, Item, Taken, Numbers>;
};
