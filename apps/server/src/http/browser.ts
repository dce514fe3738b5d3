/** Tells who wants a page from who wants data. */
import Negotiator from 'negotiator';

/** What a caller would rather have: a page, JSON, a signed JWT, or no matter. */
export type Preference = 'html' | 'json' | 'jwt' | 'any';

/** What is wanted, by Accept (RFC 9110 §12.5.1), and where that leaves it open by Sec-Fetch-Mode (Fetch Metadata §2.3). */
export function preference(header: (name: string) => string | null): Preference {
  const accept = header('accept') ?? '*/*';
  const accepted = new Negotiator({ headers: { accept } });
  const best = accepted.mediaTypes()[0]?.toLowerCase();
  if (best === 'application/json') return 'json';
  if (best === 'application/jwt') return 'jwt';
  const [first] = accept.includes('html') ? accepted.mediaTypes(['application/json', 'text/html']) : [];
  return first === 'text/html' || header('sec-fetch-mode') === 'navigate' ? 'html' : 'any';
}
