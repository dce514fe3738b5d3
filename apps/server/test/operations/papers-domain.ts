/** A domain whose operations answer files: of bytes and of text, empty and large. */
import { z } from 'zod';
import {
  choice,
  defineDomain,
  fileOf,
  get,
  listInput,
  listOf,
  recordId,
  collection,
  implement,
  listing,
} from '../../src/domain.js';
import { described } from '../described.js';
import { bytesOf } from '#platform/runtime';

const paperId = recordId('Id of the paper.', 'paper_0001');

const paper = z
  .object({
    id: paperId,
    title: z.string().meta({ description: 'Title.', examples: ['On chalk'] }),
    bytes: described(z.int().min(0), 'Length of the file.', 1000),
  })
  .meta({ id: 'Paper', description: 'A paper.' });

/** A paper. */
type Paper = z.infer<typeof paper>;

/** The papers domain. */
const papersContract = defineDomain({
  name: 'papers',
  description: 'Papers.',
  operations: {
    listPapers: get('/api/papers', {
      summary: 'List papers',
      description: 'All papers.',
      searches: ['title'],
      input: listInput({}),
      output: listOf(paper),
    }),
    getScan: get('/api/papers/{paper_id}/scan', {
      summary: 'Get the scan of a paper',
      description: 'What the paper looks like.',
      input: z.object({ paper_id: paperId, of: choice(['front', 'back'], 'Which side.').default('front') }),
      output: fileOf(['application/octet-stream']),
    }),
    getText: get('/api/papers/{paper_id}/text', {
      summary: 'Get the text of a paper',
      description: 'What the paper says, or how it is printed.',
      input: z.object({ paper_id: paperId, as: choice(['text', 'svg'], 'The form of it.').default('text') }),
      output: fileOf(['text/plain; charset=utf-8', 'image/svg+xml']),
    }),
  },
});

/** The last paper is large. */
const LARGE = 5_000_000;

const papers = collection({
  name: 'papers',
  prefix: 'paper',
  noun: 'paper',
  size: 12,
  schema: paper,
  seed: ({ index, words }) => ({ title: words(2, 4), bytes: index === 1 ? 0 : index === 11 ? LARGE : 997 + index }),
});

/** Bytes of which no two neighbours are equal, so that a range that is off by one shows. */
export function scanOf({ bytes }: Pick<Paper, 'bytes'>): Uint8Array<ArrayBuffer> {
  return Uint8Array.from({ length: bytes }, (_, at) => (at * 31 + Math.floor(at / 256)) % 256);
}

const textOf = ({ title, id }: Paper): string => `${title} — ${id} € ${'Chalk is soft. '.repeat(200)}`;

const svgOf = ({ title }: Paper): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>${title}</title></svg>`;

/** The papers domain, implemented. */
export const papersDomain = implement(papersContract, {
  collections: [papers],
  handlers: {
    listPapers: () => listing(papers),

    getScan: ({ input, records }) => ({
      file: { mediaType: 'application/octet-stream', bytes: scanOf(records.find(papers, input.paper_id)) },
    }),

    getText: ({ input, records }) => {
      const found = records.find(papers, input.paper_id);
      if (input.as === 'svg') return { file: { mediaType: 'image/svg+xml', bytes: bytesOf(svgOf(found)) } };
      const filename = `“${found.title}”.txt`;
      return {
        file: {
          mediaType: 'text/plain; charset=utf-8',
          bytes: bytesOf(textOf(found)),
          filename,
          disposition: 'attachment',
        },
      };
    },
  },
});
