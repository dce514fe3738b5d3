/** Finishes operations on the registry of sandboxes: their handlers see all sandboxes instead of one view. */
import type { AnswerShape, Context, Domain, ListControls, Operation } from '@understudy/contract';
import type { z } from 'zod';
import { baseUrlOf } from '../kit/sandbox-address.js';
import { paginate } from '../listing/paginate.js';
import type { Performed } from './beside.js';
import { type ExamplesOf, finishDomain, type ServedDomain } from './domain.js';
import { envelope } from './envelope.js';
import { idempotencyScope } from './idempotency-key.js';
import type { Services } from './services.js';

/** Everything a handler of the control API may know. */
export interface ControlFacts<Input> {
  readonly input: Input;
  readonly services: Services;
  /** Address of a sandbox, as clients reach it. */
  readonly baseUrl: (name: string) => string;
  /** What an Idempotency-Key of this call is good for. */
  readonly idempotency: readonly string[] | undefined;
}

/** A list that is no collection of records: entries with positions that never change, ascending. */
export interface Entries<Item> {
  readonly entries: readonly { readonly position: number; readonly item: Item }[];
  /** What `meta` says beside the delay. */
  readonly meta?: object;
}

type ControlOutcome<Answers extends AnswerShape, Output> = Answers extends 'list'
  ? Output extends { data: (infer Item)[] }
    ? Entries<Item>
    : never
  : Answers extends 'written' | 'batch'
    ? Output extends { data: infer Items }
      ? Items
      : never
    : Answers extends 'record'
      ? Output extends { data: infer Item }
        ? Item
        : never
      : Output;

/** The handlers of a control domain, by operation. */
export type ControlHandlersOf<Operations extends Readonly<Record<string, Operation>>> = {
  readonly [Name in keyof Operations]: (
    facts: ControlFacts<z.output<Operations[Name]['input']>>,
  ) =>
    | ControlOutcome<Operations[Name]['answers'], z.input<Operations[Name]['output']>>
    | Promise<ControlOutcome<Operations[Name]['answers'], z.input<Operations[Name]['output']>>>;
};

function list(operation: Operation, controls: ListControls, outcome: Entries<object>): Performed {
  const text = (controls.q ?? '').toLowerCase();
  const found = outcome.entries.filter(({ item }) => {
    const fields: Readonly<Record<string, unknown>> = { ...item };
    return text === '' || operation.meta.searches.some((name) => String(fields[name]).toLowerCase().includes(text));
  });
  const byPosition = new Map(found.map(({ position, item }) => [position, item]));
  const page = paginate({ length: found.length, positions: found.map(({ position }) => position) }, controls, {
    key: operation.name,
    query: JSON.stringify({ ...controls, page: 0, cursor: '', pagination_style: '' }),
  });
  const answer = {
    data: page.positions.flatMap((position) => byPosition.get(position) ?? []),
    pagination: page.pagination,
    meta: { delayMs: 0, ...outcome.meta },
  };
  return { answer, page };
}

/** Joins a control domain of the contract with its handlers; one left out, or of a wrong type, does not compile. */
export function controlDomain<D extends Domain>(
  contract: D,
  handlers: ControlHandlersOf<D['operations']>,
  examples?: ExamplesOf,
): ServedDomain<D> {
  const byName = handlers as Readonly<Record<string, (facts: ControlFacts<never>) => unknown>>;
  const served = finishDomain(contract, [], (name, operation, services) => {
    const handler = byName[name];
    if (handler === undefined) throw new TypeError(`no handler for ${operation.name}`);
    return async ({ ctx, input }: { ctx: Context; input: unknown }) => {
      const { call } = ctx;
      const outcome = await handler({
        input: input as never,
        services,
        baseUrl: (sandbox) => baseUrlOf(call.origin, sandbox),
        idempotency: idempotencyScope(call, operation.meta),
      });
      if (operation.answers !== 'list') return { answer: envelope(operation, call, { value: outcome }) };
      return list(operation, input as ListControls, outcome as Entries<object>);
    };
  });
  return { ...served, examples };
}
