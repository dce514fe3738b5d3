/** Finds secrets in a value of any form: JSON, running text, and what is encoded in them. */
import { percent } from './codings.js';
import { type Cut, moved } from './cut.js';
import { jsonCuts } from './json-cuts.js';
import { codedCuts, type Reading } from './reading.js';
import { afterSpace } from './skip-value.js';
import { textCuts } from './text-cuts.js';

/** Whether it begins as JSON does with objects, arrays and strings. */
function isLikeJson(text: string): boolean {
  const first = text.charCodeAt(afterSpace(text, 0));
  return first === 0x7b || first === 0x5b || first === 0x22;
}

function cutsOf(text: string, reading: Reading): readonly Cut[] {
  if (isLikeJson(text)) return jsonCuts(text, reading);
  const json = text.indexOf('{"');
  if (json < 0) return textCuts(text, reading.isCut);
  return [
    ...textCuts(text.slice(0, json), false),
    ...moved(jsonCuts(text.slice(json), reading), json),
    // The name of the document may be a secret.
    ...textCuts(text, reading.isCut),
  ];
}

function valueCuts(text: string, reading: Reading): readonly Cut[] {
  const cuts = cutsOf(text, reading);
  // In JSON it is the strings that are encoded, each for itself.
  if (!text.includes('%') || isLikeJson(text) || percent.decode(text) === text) return cuts;
  return [...cuts, ...codedCuts(text, percent, reading)];
}

/** How a text is read that nothing was decoded of. */
export function readingOf(isCut: boolean): Reading {
  return isCut ? CUT : WHOLE;
}

const WHOLE: Reading = { isCut: false, level: 0, within: valueCuts };
const CUT: Reading = { isCut: true, level: 0, within: valueCuts };
