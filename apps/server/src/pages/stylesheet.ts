/** The style of the start page and the problem pages. */
import { theme } from './theme.js';

const text = `
main { max-width: 72rem; margin: 0 auto; padding: 3.5rem 1.5rem 5rem; }
h1 { margin: 0 0 1rem; max-width: 22ch; font-size: clamp(2rem, 1.4rem + 2.6vw, 3.25rem); line-height: 1.1;
  font-weight: 650; letter-spacing: -.025em; text-wrap: balance; }
h2 { margin: 4rem 0 .25rem; font-size: 1.5rem; line-height: 1.25; font-weight: 650; letter-spacing: -.015em; }
h3 { margin: 0; font-size: 1rem; font-weight: 600; }
p { margin: 0 0 1rem; max-width: 68ch; text-wrap: pretty; }
.lead { max-width: 60ch; color: var(--soft); font-size: 1.1875rem; }
.lead + .scroll { margin-top: 2rem; }
.note { color: var(--soft); margin-bottom: 1.5rem; }
main a { color: var(--accent); text-underline-offset: .2em; text-decoration-thickness: 1px; }
code, pre { font-family: var(--mono); font-size: .875em; }
p code, td code { overflow-wrap: anywhere; }
`;

const blocks = `
.summary { display: flex; flex-wrap: wrap; margin: 2.5rem 0 0; border: 1px solid var(--line); border-radius: 10px;
  background: var(--raised); overflow: hidden; }
.summary > div { flex: 1 1 auto; min-width: min(100%, 8rem); padding: .875rem 1.25rem 1rem; margin: 0 -1px -1px 0;
  border-right: 1px solid var(--line); border-bottom: 1px solid var(--line); }
.summary dt { color: var(--soft); font-size: .8125rem; }
.summary dd { display: flex; gap: .5rem; align-items: center; min-height: 1.875rem; margin: 0; overflow-wrap: anywhere; }
.summary dd code { font-size: .9375rem; }
.calls { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 29rem), 1fr)); gap: 1.25rem; }
.call { display: flex; flex-direction: column; min-width: 0; margin: 0; border: 1px solid var(--line);
  border-radius: 10px; background: var(--raised); overflow: hidden; }
.call figcaption { display: flex; align-items: center; justify-content: space-between; gap: 1rem; min-height: 2.75rem;
  padding: .375rem .5rem .375rem 1rem; border-bottom: 1px solid var(--line); font-size: .9375rem; font-weight: 550; }
pre { flex: 1; margin: 0; padding: .875rem 1rem; background: var(--sunken); line-height: 1.6; tab-size: 2;
  white-space: pre-wrap; overflow-wrap: anywhere; }
.copy { flex: none; padding: .125rem .625rem; border: 1px solid var(--line); border-radius: 6px; background: transparent;
  color: var(--soft); font: .8125rem/1.6 var(--sans); cursor: pointer; }
.copy:hover { border-color: currentColor; color: var(--accent); }
.fault { margin-top: 2rem; }
.fault h3 { margin-bottom: .25rem; font-size: 1.125rem; }
.lines { margin: 0 0 1rem; }
.lines > div { display: flex; gap: .25rem .75rem; align-items: baseline; padding: .25rem 0; }
.lines dt { flex: none; width: 4rem; color: var(--soft); font-size: .8125rem; }
.lines dd { display: flex; gap: .75rem; align-items: baseline; min-width: 0; margin: 0; }
.lines code { overflow-wrap: anywhere; }
`;

const lists = `
.scroll { overflow-x: auto; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); }
table { width: 100%; border-collapse: collapse; font-size: .9375rem; }
th, td { padding: .625rem 1rem; border-bottom: 1px solid var(--line); text-align: left; vertical-align: baseline; }
thead th { color: var(--soft); font-size: .8125rem; font-weight: 500; }
tbody th { font-weight: 500; white-space: nowrap; }
td.try, td.try code { white-space: nowrap; }
tr:last-child > * { border-bottom: 0; }
.domain { margin-top: 1.5rem; border: 1px solid var(--line); border-radius: 10px; background: var(--raised); overflow: hidden; }
.domain header { display: flex; align-items: baseline; justify-content: space-between; gap: 1rem; padding: .625rem 1rem;
  border-bottom: 1px solid var(--line); }
.domain header span { color: var(--soft); font-size: .8125rem; }
.domain ul { margin: 0; padding: .375rem 0; list-style: none; }
.operation { display: grid; grid-template-columns: 4.25rem minmax(0, 1.4fr) minmax(0, 1fr); gap: 0 .75rem;
  align-items: baseline; padding: .3125rem 1rem; }
main a.operation { color: inherit; text-decoration: none; }
.operation:hover { background: var(--sunken); }
.operation:hover code { color: var(--accent); text-decoration: underline; }
.operation:focus-visible { outline-offset: -2px; }
.operation code { overflow-wrap: anywhere; }
.operation span:last-child { color: var(--soft); font-size: .9375rem; }
.method { font: 600 .75rem/1.6 var(--mono); letter-spacing: .03em; }
.get { color: var(--get); } .post { color: var(--post); } .put, .patch { color: var(--change); } .delete { color: var(--delete); }
.values { display: flex; flex-wrap: wrap; gap: 0 .75rem; }
@media (max-width: 44rem) {
  main { padding-top: 2.25rem; }
  h2 { margin-top: 3rem; }
  .operation { grid-template-columns: 3.5rem minmax(0, 1fr); padding-block: .5rem; }
  .operation span:last-child { grid-column: 2; }
  .lines > div { flex-wrap: wrap; }
  .stack thead { position: absolute; left: -999rem; }
  .stack tr { display: block; padding: .75rem 1rem; border-bottom: 1px solid var(--line); }
  .stack tr:last-child { border-bottom: 0; }
  .stack th, .stack td { display: block; padding: .0625rem 0; border: 0; }
}
`;

/** The whole style. */
export const stylesheet = theme + text + blocks + lists;
