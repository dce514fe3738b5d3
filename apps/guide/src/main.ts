/** What a page of the guide does beyond being read: its cells run, and the search finds sections. */
import { cellRunner, type Outcome } from './cell.js';
import { CellError } from './curl.js';
import { openSearch } from './search.js';

const runner = cellRunner();

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  properties: Partial<HTMLElementTagNameMap[Name]> = {},
): HTMLElementTagNameMap[Name] {
  return Object.assign(document.createElement(name), properties);
}

/** Shows what came of a command below the ones before it. */
function show(output: HTMLElement, { command, status, title, text }: Outcome): void {
  const kind = status === undefined || status >= 400 ? 'bad' : 'good';
  const head = element('p', { className: `status ${kind}` });
  head.append(element('strong', { textContent: title }), ' ', element('code', { textContent: command.text }));
  output.append(head);
  if (text === '') return;
  const body = element('pre', { textContent: text, tabIndex: 0 });
  body.setAttribute('role', 'group');
  body.setAttribute('aria-label', `Answer: ${title}`);
  output.append(body);
}

/** Makes a block of commands one that is edited and run. */
function enliven(figure: HTMLElement): void {
  const written = figure.querySelector('code')?.textContent?.trimEnd() ?? '';
  const source = element('textarea', { value: written, spellcheck: false, rows: written.split('\n').length });
  source.setAttribute('aria-label', 'Commands');
  source.setAttribute('autocapitalize', 'off');
  const run = element('button', { type: 'button', className: 'run', textContent: 'Run', title: 'Ctrl+Enter' });
  const restore = element('button', { type: 'button', textContent: 'As written', hidden: true });
  const restart = element('button', { type: 'button', textContent: 'New server', title: 'Forget what was written' });
  const note = element('span', { textContent: 'Runs in this page. Edit it.' });
  const bar = element('figcaption');
  bar.append(run, restore, restart, note);
  const output = element('div', { className: 'output' });
  output.setAttribute('aria-live', 'polite');

  const resize = () => {
    source.rows = source.value.split('\n').length;
    restore.hidden = source.value.trimEnd() === written;
  };
  const start = async () => {
    output.replaceChildren();
    run.disabled = true;
    note.textContent = 'Running…';
    try {
      for await (const outcome of runner.run(source.value)) show(output, outcome);
      note.textContent = '';
    } catch (error) {
      note.textContent = '';
      const why = error instanceof CellError ? error.message : 'the server could not be loaded';
      output.append(element('p', { className: 'status bad', textContent: `Not run: ${why}.` }));
    }
    run.disabled = false;
  };
  run.addEventListener('click', start);
  restore.addEventListener('click', () => {
    source.value = written;
    resize();
    output.replaceChildren();
  });
  restart.addEventListener('click', () => {
    runner.reset();
    output.replaceChildren();
    note.textContent = 'The next command meets a new server.';
  });
  source.addEventListener('input', resize);
  source.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void start();
  });
  figure.querySelector('pre')?.replaceWith(source);
  figure.append(bar, output);
}

for (const figure of document.querySelectorAll<HTMLElement>('figure.cell')) enliven(figure);

const field = document.querySelector<HTMLInputElement>('#search');
const results = document.querySelector<HTMLElement>('#results');
if (field !== null && results !== null) openSearch(field, results, element);
