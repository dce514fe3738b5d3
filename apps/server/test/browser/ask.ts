/** Asks the API from a page, as a script there would. */
import type { Page } from 'playwright-core';

/** What can be said of a request in plain data. */
export interface Asked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly credentials?: 'omit' | 'same-origin' | 'include';
  readonly cache?: 'default' | 'no-cache' | 'no-store';
}

/** What the script got to read; or the name of the error that it got instead. */
export interface Read {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly refused?: string;
}

/** Asks, and says what could be read. */
export function ask(page: Page, url: string, init: Asked = {}): Promise<Read> {
  return page.evaluate(
    async (question): Promise<Read> => {
      try {
        const answer = await fetch(question.url, question.init);
        const headers = Object.fromEntries(answer.headers);
        return { status: answer.status, headers, body: await answer.text() };
      } catch (error) {
        return { refused: error instanceof Error ? error.name : String(error) };
      }
    },
    { url, init },
  );
}
