/** The faults that a request asks for itself, as rules about it alone, so that one evaluator serves all. */
import { faultRule } from '@understudy/contract/sandboxes';
import { type CompiledRule, compileRule } from './rule-book.js';
import { isDrawn } from './evaluate.js';
import type { FaultAction } from './action.js';
import { readRule, type UnnamedRule } from './rules.js';
import { type ParsedFault, type ReadFault, writeCounted, writeFault } from './read-faults.js';

/** Whether what a part does follows from counts. */
function follows(part: FaultAction): boolean {
  return part.does === 'quota' || part.does === 'outage' || (part.does === 'delay' && isDrawn(part.fault));
}

/** A rule about the request that asks for it: it is counted only where its counts decide something. */
function requestRule(rule: UnnamedRule, id: string): CompiledRule {
  const { after, times, every, probability } = rule;
  const compiled = compileRule({ ...rule, serial: '', id }, null);
  const isSelective = after > 0 || times !== null || every > 1 || probability < 1;
  return { ...compiled, key: undefined, per: 'address', isCounted: isSelective || compiled.parts.some(follows) };
}

/** How often a rule of a preset strikes, where the preset has a bound as well. */
function fewer(own: number | null, all: number | null): number | null {
  return own === null || all === null ? (own ?? all) : Math.min(own, all);
}

/** What a rule says where nothing is said. */
const { fault: _, ...always } = faultRule.parse({ fault: 'hang' });

/** The rules of a preset. */
function presetRules(fault: ParsedFault): readonly UnnamedRule[] {
  const read = readRule(faultRule.parse({ fault }));
  if ('rules' in read) return read.rules;
  throw new TypeError(`${writeFault(fault)} was read, and cannot be set`);
}

function rulesOf({ fault, times }: ReadFault, id: string): CompiledRule[] {
  if (fault.fault !== 'preset') return [requestRule({ ...always, id, times, fault: [fault] }, id)];
  const rules = presetRules(fault);
  return rules.map((rule, index) => requestRule({ ...rule, times: fewer(rule.times, times) }, `${id}/${index + 1}`));
}

const compiledRules = new WeakMap<readonly ReadFault[], readonly CompiledRule[]>();

/** The rules that stand for the faults of one request: the same ones for the same list. */
export function requestRules(faults: readonly ReadFault[]): readonly CompiledRule[] {
  const rules = compiledRules.get(faults) ?? compileRequested(faults);
  compiledRules.set(faults, rules);
  return rules;
}

/** Each is counted under its text, and the second of equal ones under that. */
function compileRequested(faults: readonly ReadFault[]): CompiledRule[] {
  const seen = new Map<string, number>();
  return faults.flatMap((one) => {
    const text = writeCounted(one);
    const nth = (seen.get(text) ?? 0) + 1;
    seen.set(text, nth);
    return rulesOf(one, nth === 1 ? text : `${text} ${nth}`);
  });
}
