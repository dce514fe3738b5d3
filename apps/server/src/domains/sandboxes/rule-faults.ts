/** What no schema sees of the rules of a snapshot: somebody may have changed them by hand. */
import type { ProblemFault } from '@understudy/contract/kit';
import type { KeptRule } from '@understudy/contract/sandboxes';
import { listed } from '../../faults/mistake.js';
import { readRules } from '../../faults/read-rules.js';
import { ruleLists } from '../../state/model/internal.js';
import type { StoredRecord } from '../../state/model/stored-record.js';

/** What is wrong with rules that stand at a path of the body. */
export function ruleFaults(rules: readonly KeptRule[], path: readonly (string | number)[]): readonly ProblemFault[] {
  const read = readRules(rules);
  return 'mistakes' in read ? listed(read.mistakes, { path }) : [];
}

/** What is wrong with those that were set, which are one of the records. */
export function ruleRecordFaults(records: readonly StoredRecord[]): readonly ProblemFault[] {
  const index = records.findIndex(({ collection }) => collection === ruleLists.name);
  const { data } = ruleLists.schema.safeParse(records[index]?.value);
  return data === undefined ? [] : ruleFaults(data.rules, ['records', index, 'value', 'rules']);
}
