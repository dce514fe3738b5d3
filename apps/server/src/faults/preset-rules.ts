/** The rules that a preset stands for, read. */
import { faultRule, type PlainFault, type PresetName, presets } from '@understudy/contract';
import type { Rule } from './fault-rule.js';
import { readFaults } from './read-faults.js';

/** A rule of a preset: it gets its id and its serial where it is set. */
export type PresetRule = Omit<Rule, 'id' | 'serial'>;

function plainFaults(text: unknown): PlainFault[] {
  const read = readFaults(text);
  if ('mistakes' in read) throw new TypeError(`a preset has ${JSON.stringify(text)}: ${read.mistakes[0]?.detail}`);
  return read.faults.flatMap(({ fault }) => (fault.fault === 'preset' ? [] : [fault]));
}

/** The rules of a preset, in the order in which they are tried. */
export function presetRules(name: PresetName): PresetRule[] {
  return presets[name].rules.map((settings) => {
    const { enabled, when, after, times, every, per, probability, from, until, fault, answer } =
      faultRule.parse(settings);
    const plain = fault === null ? null : plainFaults(fault);
    return { enabled, when, after, times, every, per, probability, from, until, fault: plain, answer };
  });
}
