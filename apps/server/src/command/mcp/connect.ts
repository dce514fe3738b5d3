/** What an agent finds: the tools, and the pages, rules and faults to read, in the words of the Model Context Protocol. */
import { McpServer, ResourceTemplate } from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { conductRules, conductTexts } from '@understudy/contract/sandboxes';
import { version } from '../../server/version.js';
import { pagesIn, pagesFolder, readPage } from '../docs.js';
import { say } from '../terminal.js';
import { type Session, tools } from './tools.js';

const INSTRUCTIONS = `Understudy is a mock HTTP API that behaves the same way every time and fails on demand.
Open a sandbox for each thing you test and give the client its base URL. Set faults in the sandbox, run the client, then read the verdicts: they say what the client did wrong, and what to do. Never sleep: move the clock of the sandbox. To judge a whole client, run a drill.`;

const contents = (uri: URL, mimeType: string, text: string) => ({ contents: [{ uri: uri.href, mimeType, text }] });

const one = (value: string | string[] | undefined): string => [value ?? ''].flat().join('/');

function addResources(mcp: McpServer, { server }: Session): void {
  const folder = pagesFolder();
  const pages = pagesIn(folder);
  mcp.registerResource(
    'documentation',
    new ResourceTemplate('understudy://docs/{+page}', {
      list: () => ({
        resources: pages.map(({ name, summary }) => ({ uri: `understudy://docs/${name}`, name, description: summary })),
      }),
    }),
    { description: 'A page of the documentation.', mimeType: 'text/markdown' },
    (uri, { page }) => {
      const found = pages.find(({ name }) => name === one(page));
      if (found === undefined) throw new Error(`there is no page ${one(page)}; list the resources for their names`);
      return contents(uri, 'text/markdown', readPage(folder, found.name));
    },
  );
  const json = (path: string) => async (uri: URL) =>
    contents(uri, 'application/json', JSON.stringify(await server.ask(path)));
  mcp.registerResource(
    'faults',
    'understudy://faults',
    { description: 'Every fault and preset, with its parameters and an example.', mimeType: 'application/json' },
    json('/faults'),
  );
  mcp.registerResource(
    'rule of conduct',
    new ResourceTemplate('understudy://conduct/{rule}', {
      list: () => ({
        resources: Object.keys(conductRules).map((rule) => ({
          uri: `understudy://conduct/${rule}`,
          name: rule,
          description: `The client ${conductTexts[rule as keyof typeof conductTexts].client}`,
        })),
      }),
    }),
    { description: 'What a rule of conduct judges, and what to do about it.', mimeType: 'application/json' },
    (uri, { rule }) => json(`/conduct/${encodeURIComponent(one(rule))}`)(uri),
  );
}

function mcpServer(session: Session): McpServer {
  const mcp = new McpServer({ name: 'understudy', version }, { instructions: INSTRUCTIONS });
  for (const { name, description, input, annotations, run } of tools) {
    mcp.registerTool(name, { description, inputSchema: input, annotations }, async (given) => {
      // Read by the schema beside it.
      const found = await run(given as never, session);
      return { content: [{ type: 'text', text: typeof found === 'string' ? found : JSON.stringify(found) }] };
    });
  }
  addResources(mcp, session);
  return mcp;
}

/** Answers an agent on standard input and output. */
export const connect = (session: Session) =>
  serveStdio(() => mcpServer(session), { onerror: (error) => say(error.message) });
