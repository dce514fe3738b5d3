/** Colours and the bar that all pages share, in light and dark. */

const light = `
--paper: #fbfaf8; --raised: #ffffff; --sunken: #f3f1ed; --line: #e2ded7;
--ink: #1d1b19; --soft: #625c55; --accent: #8f2d3b; --focus: #b4485a;
--get: #1f5f8b; --post: #2d6a3f; --change: #87560b; --delete: #a3282f;`;

const dark = `
--paper: #171615; --raised: #1f1e1c; --sunken: #131211; --line: #35322e;
--ink: #ece8e2; --soft: #a8a198; --accent: #ee9aa2; --focus: #ee9aa2;
--get: #82bbe4; --post: #8bcb9d; --change: #e2b464; --delete: #f0999b;`;

/** Variables, the ground of a page, and its bar. */
export const theme = `
:root { color-scheme: light dark; ${light}
--sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
--mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
@media (prefers-color-scheme: dark) { :root { ${dark} } }
*, *::before, *::after { box-sizing: border-box; }
html { background: var(--paper); -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.6 var(--sans); }
:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -999rem; padding: .5rem 1rem; background: var(--raised); color: var(--accent); }
.skip:focus { left: 1rem; top: .5rem; z-index: 1; }
.bar { border-bottom: 1px solid var(--line); font: 1rem/1.5 var(--sans); }
.bar > div { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 2rem;
  max-width: 72rem; margin: 0 auto; padding: .75rem 1.5rem; }
.bar a { color: var(--soft); text-decoration: none; }
.bar a:hover { color: var(--accent); text-decoration: underline; text-underline-offset: .25em; }
.bar .brand { display: inline-flex; align-items: center; gap: .5rem; color: var(--accent); }
.bar .brand:hover { text-decoration: none; }
.bar .brand span { color: var(--ink); font-size: 1.125rem; font-weight: 650; letter-spacing: -.01em; }
.bar nav { display: flex; flex-wrap: wrap; gap: .25rem 1.5rem; font-size: .9375rem; }
`;
