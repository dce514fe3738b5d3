/** Tells a browser that navigates from a program that calls. */
import Negotiator from 'negotiator';

/** Whether a page is wanted: by Sec-Fetch-Mode (Fetch Metadata §2.3), or by an Accept that prefers HTML to JSON. */
export function navigates(header: (name: string) => string | null): boolean {
  const mode = header('sec-fetch-mode');
  if (mode !== null) return mode === 'navigate';
  const accept = header('accept');
  if (accept === null || !accept.includes('html')) return false;
  const [preferred] = new Negotiator({ headers: { accept } }).mediaTypes(['application/json', 'text/html']);
  return preferred === 'text/html';
}
