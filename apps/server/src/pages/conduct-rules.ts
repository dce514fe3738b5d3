/** The rules of conduct as pages show them. */
import {
  type ConductRule,
  type ConductRuleInfo,
  conductRules,
  type ConductText,
  conductTexts,
} from '@understudy/contract/sandboxes';
import { type Html, html, prose } from '../kit/html.js';
import { table } from './table.js';

/** A rule with its id, and what is said of it. */
export type NamedRule = readonly [ConductRule, ConductRuleInfo & ConductText];

/** All rules, in the order of their catalogue. */
export const rules: readonly NamedRule[] = Object.entries(conductRules).map(([id, info]) => {
  // The names of an object's own members.
  const rule = id as ConductRule;
  return [rule, { ...info, ...conductTexts[rule] }];
});

/** What a rule finds, as a sentence. */
export const sentence = ({ client }: ConductText): string => `The client ${client}`;

/** All rules, each with a link to its page below a base. */
export function ruleTable(base: string): Html {
  const rows = rules.map(
    ([rule, info]) =>
      html`<tr>
        <th scope="row">
          <a href="${base}/conduct/${rule}"><code>${rule}</code></a>
        </th>
        <td>${info.severity}</td>
        <td>${prose(sentence(info))}</td>
        <td>${info.reference?.text}</td>
      </tr> `,
  );
  return table(['Rule', 'Severity', 'What it finds', 'Reference'], rows);
}
