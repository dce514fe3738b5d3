/** An esbuild plugin: leaves out the parts of ky that this client never reaches, for they are a third of its size. */
import { readFileSync } from 'node:fs';

const refuse = (name) => `export const ${name} = () => { throw new Error('${name} is left out of this bundle'); };\n`;

const empty = (name) => `export class ${name} {}\n`;

/** Replacements, by file of ky's distribution. */
const replacements = {
  // It calls ky as it is, and derives no other from it.
  'index.js': `
    import { Ky } from './core/Ky.js';
    export default (input, options) => Ky.create(input, options);
    export { isNetworkError, isTimeoutError } from './utils/type-guards.js';`,
  // Its bodies are texts, and it reads every answer as one, whatever its status; a file it reads as bytes.
  'core/constants.js': `
    const { AbortController, AbortSignal } = globalThis;
    export const supportsRequestStreams = false;
    export const supportsResponseStreams = false;
    export const supportsAbortController = typeof AbortController === 'function';
    export const supportsAbortSignal = typeof AbortSignal === 'function' && typeof AbortSignal.any === 'function';
    export const supportsFormData = false;
    export const responseTypes = { text: 'text/*', arrayBuffer: '*/*' };
    export const maxSafeTimeout = 2_147_483_647;
    export const stop = Symbol('stop');
    ${empty('RetryMarker')}`,
  'errors/ForceRetryError.js': empty('ForceRetryError'),
  'errors/HTTPError.js': empty('HTTPError'),
  'errors/NonError.js': empty('NonError'),
  'errors/NetworkError.js': empty('NetworkError'),
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
    export const mergeHeaders = (_input, headers) => new Headers(headers);
    export const mergeHooks = () => none;
    export const cloneShallow = (value) => value;
    export const deletedParametersSymbol = Symbol('deletedParameters');
    ${refuse('replaceOption')}`,
};

/** The file that has the rest of what is left out, in blocks of its own. */
const KY = 'core/Ky.js';

/** What stands in those blocks instead, by the line that each begins after; where nothing is given, that line goes too. */
const blocks = {
  // It hands ky a complete URL, a text as body, no hooks and no progress callback.
  '        for (const hook of initHooks) {': undefined,
  'function cloneInitHookOptions(options) {': 'return options;',
  '    async #runBeforeRequestHooks() {': '',
  '    async #throwProcessedError(error) {': 'throw error;',
  '    #getNormalizedOptions() {': undefined,
  "        if (Object.hasOwn(options, 'prefixUrl')) {": undefined,
  "        if (typeof this.#input !== 'string' && !(this.#input instanceof URL || this.#input instanceof globalThis.Request)) {":
    undefined,
  "        if (typeof this.#input === 'string') {": undefined,
  '        if (this.#options.json !== undefined) {': undefined,
  '        if (supportsRequestStreams) {': undefined,
  "        const userProvidedContentType = options.headers && new globalThis.Headers(options.headers).has('content-type');":
    undefined,
  '        if (hasSearchParameters(this.#options.searchParams)) {': undefined,
  '    static #normalizeSearchParams(searchParams) {': undefined,
  "        if (this.#options.onUploadProgress && typeof this.#options.onUploadProgress !== 'function') {": undefined,
  '    #wrapRequestWithUploadProgress(request, originalBody) {': 'return request;',
  '            if (ky.#options.onDownloadProgress) {': undefined,
  '            finally {': '',
  '    #cancelBody(body) {': undefined,
  '    #cancelResponseBody(response) {': undefined,
  // It lets ky retry nothing, and throw no error for a status: what ky does with an answer is nothing.
  '            if (beforeRequestResponse !== undefined) {': undefined,
  '            for (;;) {': undefined,
  '    async #runAfterResponseHooks(response) {': undefined,
  '    #decorateResponse(response) {': '',
  '    async #getResponseData(response) {': undefined,
  '    #getErrorDataTimeout() {': undefined,
  '    #isJsonContentType(contentType) {': undefined,
  '    async #readResponseText(response, timeoutMs) {': undefined,
  '    async #parseJson(text, response, timeoutMs, request) {': undefined,
  'const createTextDecoder = (contentType) => {': undefined,
  '    async #retry(function_) {': 'return function_();',
  '    async #retryFromError(error, function_) {': undefined,
  '    #calculateDelay(retry) {': undefined,
  '    async #calculateRetryDelay(error) {': undefined,
  '    #consumeReturnedResponseFromBeforeRetryHook() {': '',
  'const cloneRetryOptions = (retry) => {': undefined,
  '    #throwIfTotalTimeoutExhausted() {': undefined,
  '    #assignRequest(request) {': undefined,
  '    #setResponseRequest(response, request) {': 'return response;',
  '    #getResponseRequest(response) {': 'return this.request;',
  '        if (this.#abortController?.signal.aborted) {': undefined,
  // Its timeouts are those that a timer can keep.
  "            if (typeof ky.#options.timeout === 'number' && ky.#options.timeout > maxSafeTimeout) {": undefined,
  "            if (typeof ky.#options.totalTimeout === 'number' && ky.#options.totalTimeout > maxSafeTimeout) {":
    undefined,
  // It reads each answer once, as a text or as bytes, with the timeout of its attempt and none beside it.
  "            if (type === 'bytes'": undefined,
  '            result[type] = async (schema) => {':
    'const response = await result; return ky.#raceBodyRead(async () => response[type](), response);',
  'const validateJsonWithSchema = async (jsonValue, schema) => {': undefined,
  '    async #raceWithTotalTimeout(operation) {': undefined,
  '    #cancelReturnedBody(value) {': undefined,
  '    #getBodyReadTimeout() {': 'return this.#options.timeout === false ? undefined : this.#options.timeout;',
  '            if (remainingTotal !== undefined && remainingTotal <= 0) {': undefined,
  '    #getRemainingTotalTimeout() {': '',
  '    #getCurrentTime() {': '',
};

/** A text with other blocks, each of which ends with the first brace that is indented as its first line is. */
function withBlocks(text) {
  let changed = text;
  for (const [head, body] of Object.entries(blocks)) {
    const start = changed.indexOf(`\n${head}\n`);
    const brace = `\n${/^ */.exec(head)[0]}}`;
    const end = changed.indexOf(brace, start + head.length);
    if (start < 0 || end < 0) throw new Error(`ky has no ${head.trim()} any more: look again at what can be left out`);
    changed =
      body === undefined
        ? changed.slice(0, start) + changed.slice(end + brace.length)
        : changed.slice(0, start + head.length + 1) + body + changed.slice(end);
  }
  return changed;
}

export const leaveOut = {
  name: 'leave-out',
  setup(build) {
    const used = new Set();
    build.onLoad({ filter: /[\\/]ky[\\/]distribution[\\/]/ }, ({ path }) => {
      const file = path.replaceAll('\\', '/').split('/ky/distribution/').at(-1);
      const contents = file === KY ? withBlocks(readFileSync(path, 'utf8')) : replacements[file];
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
