/** Calls to copy, for the base URL that the page was asked under. */
import type { Showcase } from '../kit/showcase.js';

/** A call and what it shows. */
export interface Snippet {
  readonly title: string;
  readonly code: string;
}

/** Quotes a word for a shell: the base URL holds the Host header, and what is copied is run. */
export function shellWord(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** Quotes a text for TypeScript. */
function scriptText(text: string): string {
  return /^[\w./:[\]?=&-]*$/.test(text) ? `'${text}'` : JSON.stringify(text);
}

/** The calls. */
export function snippets(baseUrl: string, { list, q, shows, body, withClient }: Showcase): readonly Snippet[] {
  const records = `${baseUrl}${list.path}`;
  const curl = (query: string) => shellWord(`${records}?${query}`);
  const client = `import { createClient } from '@understudy/client';

const api = createClient({ baseUrl: ${scriptText(baseUrl)} });`;
  return [
    { title: 'List a page', code: `curl ${curl('page=2&per_page=3')}` },
    { title: 'Search', code: `curl ${curl(`q=${q}`)}` },
    { title: 'Force a failure', code: `curl -i ${curl('simulate_error=rate_limit')}` },
    { title: 'Delay the answer', code: `curl ${curl('delay=1.5')}` },
    {
      title: 'Create a record',
      code: `curl ${shellWord(records)} \\\n  -H 'Content-Type: application/json' \\\n  -d '${body}'`,
    },
    {
      title: 'In a browser or in Node',
      code: `const url = ${scriptText(`${records}?per_page=3`)};
const answer = await fetch(url);
const { data, pagination } = await answer.json();
console.log(data[0].${shows}, pagination.total);`,
    },
    ...withClient.map(({ title, code }) => ({ title, code: `${client}\n${code}` })),
  ];
}
