/** A domain whose operations answer files: of bytes and of text, empty and large. */
import { collection, implement, listing } from '../../src/domain.js';
import { bytesOf } from '#platform/runtime';
import { type Paper, paper, papersContract } from './papers-contract.js';

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
