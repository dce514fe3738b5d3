/** Opens a page in a browser: `--open`. */
import { say } from '../terminal.js';

/** Opens an address; where there is no browser, that is said, and the server goes on. */
export async function openPage(url: string): Promise<void> {
  try {
    const { default: open } = await import('open');
    const child = await open(url);
    child.once('error', (error) => sayFailed(url, error));
  } catch (error) {
    sayFailed(url, error);
  }
}

function sayFailed(url: string, error: unknown): void {
  const why = error instanceof Error && 'code' in error ? String(error.code) : String(error);
  say(`no browser could be opened (${why}); the page is ${url}`);
}
