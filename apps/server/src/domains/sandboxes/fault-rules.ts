/** Shows and changes the fault rules of a sandbox. */
import {
  type FaultRule,
  type StoredRule,
  MAX_RULES,
  MAX_SEARCHES,
  searchesOf,
  type ShownRule,
  tooManySearches,
  type sandboxes as declared,
} from '@understudy/contract/sandboxes';
import type { Services } from '../../call/services.js';
import { listed } from '../../faults/read-faults.js';
import { numbered, type ReadRule, readRules, shownRules } from '../../faults/rules.js';
import type { ContextOf } from '../../kit/context.js';
import { Draft } from '../../kit/draft.js';
import { inboxPath } from '../../kit/sandbox-address.js';
import { changeSandbox } from './put-sandbox.js';
import { missingRecords } from '../../kit/faults.js';
import { badRequest } from '../../kit/problem-error.js';
import { ruleLists, RULES_ID } from '../../store/model/internal.js';
import type { State } from '../../store/model/state.js';
import type { Sandbox } from '../../store/registry/sandbox.js';

type Context<Name extends keyof typeof declared.operations> = ContextOf<typeof declared, Name>;

interface Changed {
  /** The rules from now on: the same array where nothing changes. */
  readonly rules: readonly StoredRule[];
  /** The serial of the next rule, where some were taken. */
  readonly next?: number;
  /** Ids of the rules to answer. */
  readonly answered: ReadonlySet<string>;
  /** Rules that are answered as they were. */
  readonly isRemoval?: boolean;
}

type RuleSet = Pick<State, 'rules' | 'nextSerial'>;

/** The rules of a sandbox, as they are shown. */
export async function listRules(sandbox: Sandbox): Promise<ShownRule[]> {
  return shownRules(sandbox.state.rules, new Map(await sandbox.tallies()));
}

/** Makes a change, and answers the rules that it is about. */
const change = (
  ctx: Parameters<typeof changeSandbox>[0],
  server: Services,
  decide: (held: RuleSet) => Changed,
): Promise<readonly ShownRule[]> =>
  changeSandbox(ctx, server, async (before, _now, sandbox) => {
    const { rules, next = before.nextSerial, answered, isRemoval = false } = decide(before);
    const shown = shownRules(isRemoval ? before.rules : rules, new Map(await sandbox.tallies()));
    const draft = new Draft(before.view);
    if (rules !== before.rules) draft.put(ruleLists, { id: RULES_ID, next, rules: [...rules] });
    return { answer: shown.filter(({ id }) => answered.has(id)), writes: draft.writes };
  });

const idsOf = (rules: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(rules.map(({ id }) => id));

/** The rules with others at a position, which is that of the last where it lies behind that. */
function inserted(
  rules: readonly StoredRule[],
  more: readonly StoredRule[],
  order = MAX_RULES + 1,
): readonly StoredRule[] {
  return rules.toSpliced(order - 1, 0, ...more);
}

/** Replaces all rules. */
export async function putRules(ctx: Context<'putFaults'>, server: Services): Promise<readonly ShownRule[]> {
  const { input, baseUrlOf } = ctx;
  const read = readRules(input.rules, { origin: baseUrlOf(input.name), operations: server.operations });
  if ('issues' in read) throw badRequest(listed(read.issues, { path: ['rules'] }));
  return change(ctx, server, ({ nextSerial }) => {
    const rules = numbered(read.rules, nextSerial);
    return { rules, next: nextSerial + rules.length, answered: idsOf(rules) };
  });
}

/** The rules that another is added to, and the operations that it may name. */
type Among = Pick<State, 'rules'> & Pick<Services, 'operations'>;

/** The rules that one stands for, among others. */
function readAmong(
  rule: FaultRule,
  { rules, operations }: Among,
  ctx: Context<'addFault'> | Context<'putInbox'>,
): readonly ReadRule[] {
  const taken = idsOf(rules);
  const read = readRules([rule], { taken, operations, origin: ctx.baseUrlOf(ctx.input.name) });
  if ('issues' in read) {
    // The body is the rule itself.
    const issues = read.issues.map((issue) => ({ ...issue, path: issue.path.slice(1) }));
    throw badRequest(listed(issues, { path: [] }));
  }
  const again = read.rules.find(({ id }) => taken.has(id));
  if (again !== undefined) {
    const detail = `must be an id that no other rule has, but one has ${again.id}`;
    throw ctx.problem('conflict', {
      detail: `there is a rule ${again.id} already`,
      errors: [{ pointer: '#/id', code: 'conflict', detail }],
    });
  }
  const tooBig = (detail: string) => badRequest([{ pointer: '#', code: 'too_big', detail }]);
  const total = rules.length + read.rules.length;
  if (total > MAX_RULES) throw tooBig(`would be one more than the ${MAX_RULES} rules that a sandbox has at most`);
  const searches = searchesOf([...rules, ...read.rules]);
  if (searches > MAX_SEARCHES) throw tooBig(tooManySearches(searches));
  return read.rules;
}

/** Adds a rule. */
export async function addRule(ctx: Context<'addFault'>, server: Services): Promise<readonly ShownRule[]> {
  const { name: _, order, ...rule } = ctx.input;
  return change(ctx, server, ({ rules, nextSerial }) => {
    const added = numbered(readAmong(rule, { rules, operations: server.operations }, ctx), nextSerial);
    return { rules: inserted(rules, added, order), next: nextSerial + added.length, answered: idsOf(added) };
  });
}

/** What an inbox answers where nobody says. */
const RECEIVED = { status: 200, headers: {}, body: { received: true } };

/** Sets the rule of an inbox, in place of the one before. */
export async function putInbox(ctx: Context<'putInbox'>, server: Services): Promise<readonly ShownRule[]> {
  const { name: _, box, secret, fault, answer, ...counting } = ctx.input;
  const path = inboxPath(box);
  const isPlain = (fault ?? answer ?? undefined) === undefined;
  const own = { id: `inbox:${box}`, enabled: true, when: { path }, per: 'sandbox' as const };
  const rule = { ...counting, ...own, fault, answer: isPlain ? RECEIVED : answer };
  return change(ctx, server, ({ rules, nextSerial }) => {
    const others = rules.filter(({ when }) => when.path !== path);
    const read = readAmong(rule, { rules: others, operations: server.operations }, ctx);
    const added = numbered(
      read.map((one) => (secret === undefined ? one : { ...one, secret })),
      nextSerial,
    );
    return { rules: inserted(others, added), next: nextSerial + added.length, answered: idsOf(added) };
  });
}

/** Switches a rule on or off, or moves it. */
export async function updateRule(ctx: Context<'updateFault'>, server: Services): Promise<readonly ShownRule[]> {
  const { id, enabled, order } = ctx.input;
  return change(ctx, server, ({ rules }) => {
    const index = rules.findIndex((rule) => rule.id === id);
    const before = rules[index];
    if (before === undefined) throw missingRecords([{ noun: 'rule', id }], () => ({ parameter: 'id' }));
    const after = enabled === undefined || enabled === before.enabled ? before : { ...before, enabled };
    const others = rules.toSpliced(index, 1);
    const isSame = after === before && (order === undefined || Math.min(order, rules.length) === index + 1);
    return { rules: isSame ? rules : inserted(others, [after], order ?? index + 1), answered: new Set([id]) };
  });
}

/** Removes a rule, if it is there. */
export async function removeRule(ctx: Context<'deleteFault'>, server: Services): Promise<readonly ShownRule[]> {
  const { id } = ctx.input;
  return change(ctx, server, ({ rules }) => {
    const isThere = rules.some((rule) => rule.id === id);
    const left = isThere ? rules.filter((rule) => rule.id !== id) : rules;
    return { rules: left, answered: new Set([id]), isRemoval: true };
  });
}

/** Removes all rules. */
export async function removeRules(ctx: Context<'deleteFaults'>, server: Services): Promise<readonly ShownRule[]> {
  return change(ctx, server, ({ rules }) => {
    return { rules: rules.length === 0 ? rules : [], answered: idsOf(rules), isRemoval: true };
  });
}
