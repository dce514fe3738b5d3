/** What it costs to hold a request against its OpenAPI document: its share of a GET that no cache has, without a network. */
import { figure } from '../kit/figure.mjs';
import { inProcess } from '../kit/in-process.mjs';

export const suite = {
  name: 'judge',
  order: 29,
  run: async ({ serverMain, rounds }) => {
    const runs = [];
    for (let round = 0; round < rounds; round += 1) runs.push(await inProcess(serverMain, 'judge-worker.mjs'));
    const shares = runs.map(({ share }) => share).toSorted((a, b) => a - b);
    const name = 'judging a never-seen GET of a document, of its processor time';
    return { tables: [], figures: [figure({ name, budget: { max: 0.15 }, value: shares[shares.length >> 1] })] };
  },
};
