/** Reads a list of faults from its text: a Structured Field list of tokens with parameters (RFC 9651 §3.1). */
import { type BareItem, type List, ParseError, parseList, Token } from 'structured-headers';
import { type Mistake, quoted } from './mistake.js';

/** A fault as it was written, its parameters not yet checked. */
export interface WrittenFault {
  readonly name: unknown;
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** A parameter that JSON has as well; what it has not, such as a date, is not of any kind that a parameter takes. */
function plainValue(value: BareItem): unknown {
  if (value instanceof Token) return value.toString();
  // JSON has one zero.
  return typeof value === 'number' ? value + 0 : value;
}

/** The faults of a text, or what is wrong with it. */
export function readFaultText(text: string): readonly WrittenFault[] | Mistake {
  const mistake = (detail: string): Mistake => ({ path: [], code: 'invalid_format', detail });
  let list: List;
  try {
    list = parseList(text.trim());
  } catch (error) {
    if (!(error instanceof ParseError)) throw error;
    const why = error.message.replace('Parse error: ', '');
    return mistake(`is no Structured Field list such as rate_limit;retry_after=30, delay;ms=300 (RFC 9651): ${why}`);
  }
  const faults: WrittenFault[] = [];
  for (const [name, parameters] of list) {
    if (!(name instanceof Token)) return mistake(`has ${nameOf(name)} where the name of a fault must be`);
    const entries = Array.from(parameters, ([key, value]) => [key, plainValue(value)] as const);
    faults.push({ name: name.toString(), parameters: Object.fromEntries(entries) });
  }
  return faults;
}

/** What stands where only a token may. */
function nameOf(item: unknown): string {
  if (Array.isArray(item)) return 'an inner list';
  return typeof item === 'string' || typeof item === 'number' ? quoted(item) : 'something';
}
