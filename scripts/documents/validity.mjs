/** Whether a value is valid by a schema of a document, as ajv judges it. */
import { runInNewContext } from 'node:vm';
import addFormats from 'ajv-formats';
import Ajv2020 from 'ajv/dist/2020.js';
import { modernDocument } from './schemas.mjs';

/** How long a pattern may look at one text, in ms. */
const PATTERN_MS = 200;

/** A pattern that repeats what repeats may take for ever: it is given up then, and judges nothing. */
function limited(expression) {
  if (!/[*+}][^()]*\)[*+{]/.test(expression.source)) return expression;
  const test = (text) => {
    try {
      return runInNewContext('expression.test(text)', { expression, text }, { timeout: PATTERN_MS });
    } catch {
      return true;
    }
  };
  return { test };
}

/** A pattern as its author meant it: with the syntax of Unicode where it has it, else as browsers read it. */
function pattern(source) {
  for (const flags of ['u', '']) {
    try {
      return limited(new RegExp(source, flags));
    } catch {
      // The next one, or none: another language's pattern judges nothing.
    }
  }
  return /(?:)/;
}
pattern.code = 'new RegExp';

/** A pointer as it is written after the `#` of a reference. */
const fragment = (pointer) =>
  pointer
    .split('/')
    .map((part) => encodeURIComponent(part))
    .join('/');

/**
 * Judges values by schemas that are named by their pointers.
 *
 * @param {object} root the document as it was read
 * @param {'request' | 'answer'} side
 * @returns {(pointer: string, value: unknown) => string | undefined} what is wrong; undefined where nothing is, or where ajv
 *   cannot read the schema, which `unreadable` then counts
 */
export function judge(root, side) {
  const ajv = new Ajv2020({
    strict: false,
    validateSchema: false,
    validateFormats: true,
    allErrors: false,
    inlineRefs: false,
    logger: false,
    multipleOfPrecision: 6,
    code: { regExp: pattern },
  });
  addFormats(ajv);
  let isReady = false;
  const compiled = new Map();
  const unreadable = new Map();
  const compile = (pointer) => {
    if (!isReady) ajv.addSchema(modernDocument(root, side), 'doc:root');
    isReady = true;
    return ajv.compile({ $ref: `doc:root#${fragment(pointer)}` });
  };
  const validatorOf = (pointer) => {
    if (!compiled.has(pointer)) {
      try {
        compiled.set(pointer, compile(pointer));
      } catch (error) {
        compiled.set(pointer, undefined);
        unreadable.set(pointer, error.message.slice(0, 200));
      }
    }
    return compiled.get(pointer);
  };
  const check = (pointer, value) => {
    const validate = validatorOf(pointer);
    if (validate === undefined) return undefined;
    try {
      if (validate(value)) return undefined;
    } catch (error) {
      unreadable.set(pointer, error.message.slice(0, 200));
      return undefined;
    }
    const [first] = validate.errors ?? [];
    return `${first?.instancePath || '/'} ${first?.message} (${first?.schemaPath})`;
  };
  check.unreadable = unreadable;
  return check;
}
