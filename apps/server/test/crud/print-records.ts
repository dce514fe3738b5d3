/** Prints seeded records of the domain, as bytes to compare: `node print-records.js SIZE INDEX…`. */
import { Dataset } from '../../src/kit/dataset.js';
import { authors, notes } from './records.js';

const [size = 0, ...indices] = process.argv.slice(2).map(Number);
const dataset = new Dataset('understudy', { notes: size, authors: 6 });
const records = indices.flatMap((index) => [notes.seeded(dataset, index), authors.seeded(dataset, index % 6)]);
process.stdout.write(`${JSON.stringify(records, null, 2)}\n`);
