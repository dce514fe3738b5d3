/** Says where a text stops being JSON, and why. */
import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/** Ends a visit. */
class Found extends Error {
  constructor(
    readonly error: ParseErrorCode,
    readonly offset: number,
  ) {
    super();
  }
}

function position(text: string, offset: number): string {
  let [line, start] = [1, 0];
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', start)) {
    line += 1;
    start = at + 1;
  }
  return `line ${line}, column ${offset - start + 1}`;
}

/**
 * The first fault of a text that is no JSON, as ` at line 1, column 2 (offset 1): ValueExpected`; empty where none is
 * found. It recurses, so that the brackets of the text are looked at before.
 */
export function jsonFault(text: string): string {
  try {
    const onError = (error: ParseErrorCode, offset: number): never => {
      throw new Found(error, offset);
    };
    // The engine's own message differs between versions of it; this one does not.
    visit(text, { onError }, { disallowComments: true, allowTrailingComma: false });
    return '';
  } catch (found) {
    if (!(found instanceof Found)) throw found;
    return ` at ${position(text, found.offset)} (offset ${found.offset}): ${printParseErrorCode(found.error)}`;
  }
}
