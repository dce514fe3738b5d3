/** The style of the page of a drill. */
import { theme } from '../../../pages/theme.js';

const text = `
main { max-width: 76rem; margin: 0 auto; padding: 2.5rem 1.5rem 5rem; }
h1 { margin: 0 0 .5rem; font-size: clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem); line-height: 1.15; letter-spacing: -.02em; }
h2 { margin: 3.5rem 0 .25rem; font-size: 1.375rem; line-height: 1.25; }
h4 { display: flex; flex-wrap: wrap; gap: .25rem .75rem; align-items: center; margin: 0 0 .5rem; font-size: 1rem; }
p { margin: 0 0 .75rem; max-width: 72ch; }
a { color: var(--accent); }
code, pre { font-family: var(--mono); font-size: .875em; overflow-wrap: anywhere; }
pre { padding: .875rem 1rem; background: var(--sunken); border: 1px solid var(--line); border-radius: 8px;
  white-space: pre-wrap; }
.note { color: var(--soft); }
.passed { color: var(--post); } .failed-text { color: var(--delete); }
.scroll { overflow-x: auto; margin: 1rem 0; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .5rem .875rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: baseline; }
thead th { color: var(--soft); font-size: .8125rem; font-weight: 500; }
tbody th { font-weight: 550; }
tr:last-child > * { border-bottom: 0; }
td.number { text-align: right; font-variant-numeric: tabular-nums; }
th.number { text-align: right; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; margin: .75rem 0; color: var(--soft); font-size: .875rem; }
.legend span { display: inline-flex; gap: .375rem; align-items: center; }
`;

const drawing = `
.timeline { display: block; width: 100%; min-width: 52rem; font: 12px var(--sans); }
.timeline .row, .timeline .tick { stroke: var(--line); }
.timeline .label { fill: var(--ink); font-family: var(--mono); font-size: 11px; }
.timeline .time { fill: var(--soft); text-anchor: middle; font-size: 11px; }
.took { stroke-width: 3; opacity: .4; }
.success { color: var(--post); } .refused { color: var(--change); } .failed, .broken { color: var(--delete); }
.mark, .took { fill: currentColor; stroke: currentColor; }
.mark.broken { stroke-width: 2.5; fill: none; }
.fault { fill: none; stroke: var(--get); stroke-width: 1.75; stroke-dasharray: 3 2; }
.flag { fill: var(--ink); stroke: none; }
.letter { fill: var(--paper); stroke: none; text-anchor: middle; font: 700 10px var(--sans); }
`;

const cards = `
.card { margin: 1rem 0; padding: 1rem 1.25rem; border: 1px solid var(--line); border-left-width: 4px;
  border-radius: 10px; background: var(--raised); }
.card.error { border-left-color: var(--delete); } .card.warning { border-left-color: var(--change); }
.card.advice { border-left-color: var(--get); }
.card:target { outline: 2px solid var(--focus); }
.card ul { margin: 0 0 .5rem; padding-left: 1.25rem; }
.card .scroll { margin: .5rem 0; }
.badge { display: inline-grid; place-items: center; min-width: 1.375rem; height: 1.375rem; padding: 0 .25rem;
  border-radius: 5px; background: var(--ink); color: var(--paper); font-size: .75rem; font-weight: 700; }
.severity, .count, .numbers, .reference { color: var(--soft); font-size: .875rem; font-weight: 400; }
p.advice { margin: .5rem 0; }
`;

/** The whole style. */
export const drillStyle = theme + text + drawing + cards;
