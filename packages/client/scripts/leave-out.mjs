/** An esbuild plugin: leaves out the parts of ky that this client never reaches, for they are a third of its size. */
import { readFileSync } from 'node:fs';

const refuse = (name) => `export const ${name} = () => { throw new Error('${name} is left out of this bundle'); };\n`;

const empty = (name) => `export class ${name} {}\n`;

/** Replacements, by file of ky's distribution. */
const replacements = {
  // Its bodies are texts, and it reads every answer as one, whatever its status; a file it reads as bytes.
  'core/constants.js': `
    const { AbortController, AbortSignal, FormData } = globalThis;
    export const supportsRequestStreams = false;
    export const supportsResponseStreams = false;
    export const supportsAbortController = typeof AbortController === 'function';
    export const supportsAbortSignal = typeof AbortSignal === 'function' && typeof AbortSignal.any === 'function';
    export const supportsFormData = typeof FormData === 'function';
    export const requestMethods = [];
    export const responseTypes = { text: 'text/*', arrayBuffer: '*/*' };
    export const maxSafeTimeout = 2_147_483_647;
    export const stop = Symbol('stop');
    ${empty('RetryMarker')}
    ${refuse('retry')}`,
  'errors/ForceRetryError.js': empty('ForceRetryError'),
  'errors/HTTPError.js': empty('HTTPError'),
  'errors/NonError.js': empty('NonError'),
  'errors/SchemaValidationError.js': empty('SchemaValidationError'),
  'utils/delay.js': `${refuse('delay')}export default delay;\n`,
  // The client retries itself, since its waits can be injected and its attempts be reported.
  'core/retry-timing.js': ['calculateRetryTimingDelay', 'getRetryTimingHeader'].map(refuse).join(''),
  // It hands ky no progress callback.
  'utils/body.js': ['streamRequest', 'streamResponse'].map(refuse).join(''),
  // It takes every rejection that is no abort and no timeout for a network failure.
  'utils/is-network-error.js': 'export default () => false;\n',
  // It asks for no retries, and names methods in capitals.
  'utils/normalize.js': `
    const none = { limit: 0 };
    export const normalizeRetryOptions = () => none;
    export const normalizeRequestMethod = (method) => method;\n`,
  // It hands ky no option that ky does not know, and a URL with its query.
  'utils/options.js': `
    const none = {};
    export const findUnknownOptions = () => none;
    export const hasSearchParameters = () => false;\n`,
  // It hands ky one complete set of options: there is nothing to merge, and there are no hooks.
  'utils/merge.js': `
    const none = { init: [], beforeRequest: [], beforeRetry: [], beforeError: [], afterResponse: [] };
    export const validateAndMerge = (_defaults, options) => ({ ...options });
    export const mergeHeaders = (_input, headers) => new Headers(headers);
    export const mergeHooks = () => none;
    export const cloneShallow = (value) => value;
    export const deletedParametersSymbol = Symbol('deletedParameters');
    ${refuse('replaceOption')}`,
};

/** The file that has the rest of what is left out, in the bodies of methods and functions. */
const KY = 'core/Ky.js';

/** What those bodies are instead, by the line that they begin after. */
const bodies = {
  // It lets ky retry nothing.
  '    #calculateDelay(retry) {': '',
  '    async #calculateRetryDelay(error) {': 'throw error;',
  // It lets ky throw no error for a status, so that ky reads no body of one.
  '    async #getResponseData(response) {': '',
  '    #getErrorDataTimeout() {': '',
  '    #isJsonContentType(contentType) {': '',
  '    async #readResponseText(response, timeoutMs) {': '',
  '    async #parseJson(text, response, timeoutMs, request) {': '',
  // It hands ky no hooks, no schema, and a URL with its query.
  '    async #runAfterResponseHooks(response) {': 'return response;',
  '    async #runBeforeRequestHooks() {': '',
  '    static #normalizeSearchParams(searchParams) {': '',
  'const createTextDecoder = (contentType) => {': '',
  'const cloneRetryOptions = (retry) => {': '',
  'const validateJsonWithSchema = async (jsonValue, schema) => {': '',
  'function cloneInitHookOptions(options) {': 'return options;',
};

/** A text with other bodies, each of which ends with the first brace that is indented as its line is. */
function withBodies(text) {
  let changed = text;
  for (const [head, body] of Object.entries(bodies)) {
    const start = changed.indexOf(`\n${head}\n`) + head.length + 1;
    const brace = `\n${/^ */.exec(head)[0]}}`;
    const end = changed.indexOf(brace, start);
    if (start <= head.length || end < 0)
      throw new Error(`ky has no ${head.trim()} any more: look again at what can be left out`);
    changed = `${changed.slice(0, start)}${body}${changed.slice(end)}`;
  }
  return changed;
}

export const leaveOut = {
  name: 'leave-out',
  setup(build) {
    const used = new Set();
    build.onLoad({ filter: /[\\/]ky[\\/]distribution[\\/]/ }, ({ path }) => {
      const file = path.replaceAll('\\', '/').split('/ky/distribution/').at(-1);
      const contents = file === KY ? withBodies(readFileSync(path, 'utf8')) : replacements[file];
      used.add(file);
      return contents === undefined ? undefined : { contents, loader: 'js' };
    });
    // A part that has moved would come back unseen.
    build.onEnd(() => ({
      errors: Object.keys(replacements)
        .filter((file) => !used.has(file))
        .map((file) => ({ text: `ky has no ${file} any more: look again at what can be left out` })),
    }));
  },
};
