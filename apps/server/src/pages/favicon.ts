/** The mark of Understudy: a full circle that stands in for an outlined one. */
import type { Route } from '../http/router.js';
import { trusted } from '../kit/html.js';

const SHAPES =
  '<circle cx="12.5" cy="12.5" r="8" fill="none" stroke-width="2" stroke-dasharray="3.1 2.2"/><circle cx="20" cy="20" r="8" stroke="none"/>';

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>g{fill:#8f2d3b;stroke:#8f2d3b}@media(prefers-color-scheme:dark){g{fill:#ee9aa2;stroke:#ee9aa2}}</style><g>${SHAPES}</g></svg>`;

/** The mark, in the colour of the text around it. */
export const brandMark = trusted(
  `<svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" fill="currentColor" stroke="currentColor">${SHAPES}</svg>`,
);

/** The icon, also where browsers ask for it unbidden. */
export function faviconRoutes(): Route[] {
  return ['/favicon.svg', '/favicon.ico'].map((path) => ({
    method: 'GET',
    path,
    answer: () => ({
      status: 200,
      type: 'image/svg+xml',
      body: ICON,
      caching: 'static',
      headers: {
        'cache-control': 'max-age=86400',
        // An SVG opened by itself is a document: its own style may run, nothing else.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      },
    }),
  }));
}
