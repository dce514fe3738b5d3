/** Papers, each of them a file of bytes, and its text. */
import { z } from 'zod';
import { choice, defineDomain, fileOf, get, listInput, listOf, recordId } from '../../src/domain.js';
import { described } from '../described.js';

const paperId = recordId('Id of the paper.', 'paper_0001');

export const paper = z
  .object({
    id: paperId,
    title: z.string().meta({ description: 'Title.', examples: ['On chalk'] }),
    bytes: described(z.int().min(0), 'Length of the file.', 1000),
  })
  .meta({ id: 'Paper', description: 'A paper.' });

/** A paper. */
export type Paper = z.infer<typeof paper>;

/** The papers domain. */
export const papersContract = defineDomain({
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
