/** Says where a text stops being JSON, and why. */
import { type ParseErrorCode, printParseErrorCode, visit } from 'jsonc-parser';

/** What is wrong, in words, by the parser's name for it. */
const texts: Readonly<Record<ReturnType<typeof printParseErrorCode>, string>> = {
  InvalidSymbol: 'unexpected text',
  InvalidNumberFormat: 'a number in a wrong form',
  PropertyNameExpected: 'a member name in double quotes is expected',
  ValueExpected: 'a value is expected',
  ColonExpected: 'a colon is expected',
  CommaExpected: 'a comma is expected',
  CloseBraceExpected: 'a closing brace is expected',
  CloseBracketExpected: 'a closing bracket is expected',
  EndOfFileExpected: 'nothing more is expected',
  InvalidCommentToken: 'a comment is not allowed',
  UnexpectedEndOfComment: 'a comment does not end',
  UnexpectedEndOfString: 'a text in quotes does not end',
  UnexpectedEndOfNumber: 'a number does not end',
  InvalidUnicode: 'a Unicode escape in a wrong form',
  InvalidEscapeCharacter: 'an escape that JSON does not have',
  InvalidCharacter: 'a character that JSON does not allow here',
  '<unknown ParseErrorCode>': 'this is not JSON',
};

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
 * The first fault of a text that is no JSON, as ` at line 1, column 2 (offset 1): a value is expected`; empty where none is
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
    return ` at ${position(text, found.offset)} (offset ${found.offset}): ${texts[printParseErrorCode(found.error)]}`;
  }
}
