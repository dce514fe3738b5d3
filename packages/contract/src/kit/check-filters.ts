/** What is wrong with the conditions of a list, as types: a fault is a text that says it. */
import type { z } from 'zod';
import type { Comparison, Condition } from './condition.js';
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

type UnfitCondition<Item, Name extends string, One> =
  One extends Condition<infer Is, infer Member, z.ZodType, infer Value>
    ? OfMember<Item, Member extends string ? Member : Name, { is: Is; value: Value }>
    : never;

type OfMember<Item, Name extends string, Has extends { is: Comparison; value: unknown }> = Name extends keyof Item
  ? Unfit<Name, Item[Name], Has['is'], Has['value']>
  : `the records have no ${Name}`;

/** What is wrong with a condition; never where it is none. */
type Fault<One, Name, Item, Taken> = Name extends string
  ? Name extends Taken
    ? `${Name} is in the input already`
    : Name extends keyof typeof callControls | keyof ListControls | 'sort' | 'fields'
      ? `${Name} is a control`
      : [Item] extends [never]
        ? 'only a list has filters'
        : UnfitCondition<Item, Name, One>
  : never;

/** The faulty conditions of a list of items, each with what is wrong with it. `Taken` are the members of its input. */
export type FilterFaults<Conditions, Item, Taken> = {
  readonly [
    Name in keyof Conditions as [Fault<Conditions[Name], Name, Item, Taken>] extends [never] ? never : Name
  ]: Fault<Conditions[Name], Name, Item, Taken>;
};
