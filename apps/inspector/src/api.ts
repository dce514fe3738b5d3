/** The client of the control API, the token that it sends, and what came of its calls. */
import { type Client, createClient, type Fetch, isApiError } from '@understudy/client';
import { computed, signal } from '@preact/signals';
import { baseUrl, rootUrl } from './place.js';

/** Where the token is stored: for this tab, until it is closed. */
const TOKEN = 'understudy.token';

/** The bearer token of the control API; empty for none. */
const token = signal(sessionStorage.getItem(TOKEN) ?? '');

/** Whether the server has refused the token, or asks for one. */
export const isRefused = signal(false);

/** Whether the server can be reached. */
export const isReachable = signal(true);

/** A message about what was done last. */
export interface Notice {
  readonly text: string;
  readonly isError: boolean;
}

/** What is to be said of what was done last. */
export const notice = signal<Notice | undefined>(undefined);

const watched: Fetch = async (url, init) => {
  try {
    const response = await fetch(url, init);
    isReachable.value = true;
    return response;
  } catch (error) {
    if (!init.signal.aborted) isReachable.value = false;
    throw error;
  }
};

/** The client. A call that fails is not repeated: the page shows what is. */
export const api = computed((): Client =>
  createClient({ baseUrl: rootUrl, token: token.value || undefined, retry: 0, fetch: watched }),
);

/** The client of the API of the sandbox, as an app has it: its requests are in the journal, and rules match them. */
export const appApi: Client = createClient({ baseUrl, retry: 0, fetch: watched });

/** Uses another token from now on. */
export function useToken(text: string): void {
  sessionStorage.setItem(TOKEN, text);
  isRefused.value = false;
  token.value = text;
}

/** The token of a user, which requests of the page to the API are sent with: never stored. */
export const userToken = signal('');

/** The headers of such a request. */
export const appHeaders = (): Record<string, string> => ({
  accept: 'application/json',
  ...(userToken.value === '' ? {} : { authorization: `Bearer ${userToken.value}` }),
});

/** What to tell a person about an error. */
export function messageOf(error: unknown): string {
  if (isApiError(error)) return error.problem?.detail ?? error.message;
  return error instanceof Error ? error.message : String(error);
}

/** Whether the control API asks for another token; then the page does. */
export function isUnauthorized(error: unknown): boolean {
  const isSo = isApiError(error) && error.status === 401 && error.operation.startsWith('sandboxes.');
  if (isSo) isRefused.value = true;
  return isSo;
}

let fading: ReturnType<typeof setTimeout> | undefined;

/** Tells what was done, for some seconds. */
export function say(text: string, isError = false): void {
  notice.value = { text, isError };
  clearTimeout(fading);
  fading = setTimeout(() => (notice.value = undefined), isError ? 10_000 : 4000);
}

/** Does what a person has asked for, and says what came of it; undefined where it failed. */
export async function attempt<Result>(work: () => Promise<Result>, done?: string): Promise<Result | undefined> {
  try {
    const result = await work();
    if (done !== undefined) say(done);
    return result;
  } catch (error) {
    if (!isUnauthorized(error)) say(messageOf(error), true);
    return undefined;
  }
}
