/** The rules of conduct as pages show them. */
import { type ConductRule, type ConductRuleInfo, conductRules } from '@understudy/contract';
import { type Html, html, prose } from './html.js';
import { table } from './table.js';

/** A rule with its id. */
export type NamedRule = readonly [ConductRule, ConductRuleInfo];

/** All rules, in the order of their catalogue. */
export const rules = Object.entries(conductRules) as readonly (readonly [
  string,
  ConductRuleInfo,
])[] as readonly NamedRule[];

/** What a rule finds, as a sentence. */
export const sentence = ({ client }: ConductRuleInfo): string => `The client ${client}`;

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
