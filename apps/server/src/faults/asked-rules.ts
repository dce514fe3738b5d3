/** The faults that a request asks for itself, as rules about it alone, so that one evaluator serves all. */
import { type CompiledRule, compileRule } from './compiled-rule.js';
import { isDrawn } from './draw-delay.js';
import type { Rule } from './fault-rule.js';
import type { Part } from './part.js';
import { presetRules } from './preset-rules.js';
import type { ReadFault } from './said-fault.js';
import { writeCounted } from './write-fault.js';

/** What a rule says where a request says nothing. */
const ALWAYS = {
  enabled: true,
  when: {},
  after: 0,
  every: 1,
  per: 'url',
  probability: 1,
  from: null,
  until: null,
  answer: null,
} as const;

/** Whether what a part does follows from counts. */
function follows(part: Part): boolean {
  return part.does === 'quota' || part.does === 'outage' || (part.does === 'delay' && isDrawn(part.fault));
}

/** A rule about the request that asks for it: it is counted only where its counts decide something. */
function asked(rule: Rule): CompiledRule {
  const { after, times, every, probability } = rule;
  const compiled = compileRule(rule, null);
  const isSelective = after > 0 || times !== null || every > 1 || probability < 1;
  return { ...compiled, key: undefined, per: 'address', isCounted: isSelective || compiled.parts.some(follows) };
}

/** How often a rule of a preset strikes, where the preset has a bound as well. */
function fewer(own: number | null, all: number | null): number | null {
  return own === null || all === null ? (own ?? all) : Math.min(own, all);
}

function rulesOf({ fault, times }: ReadFault, id: string): CompiledRule[] {
  if (fault.fault !== 'preset') return [asked({ ...ALWAYS, serial: '', id, times, fault: [fault] })];
  return presetRules(fault.name).map((rule, index) =>
    asked({ ...rule, serial: '', id: `${id}/${index + 1}`, times: fewer(rule.times, times) }),
  );
}

/** The rules that stand for the faults of one request: each is counted under its text, and the second of equal ones under that. */
export function askedRules(faults: readonly ReadFault[]): CompiledRule[] {
  const seen = new Map<string, number>();
  return faults.flatMap((one) => {
    const text = writeCounted(one);
    const nth = (seen.get(text) ?? 0) + 1;
    seen.set(text, nth);
    return rulesOf(one, nth === 1 ? text : `${text} ${nth}`);
  });
}
