/** What rules cost that do not strike: GETs with 20 of them, beside the same GETs with none. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compareLoad } from '../kit/compare-load.mjs';
import { figure, share } from '../kit/figure.mjs';
import { understudy } from '../servers/understudy.mjs';

/** A rule is asked on each request, so that 20 are more than most sandboxes have. */
const COUNT = 20;

/** Rules of every kind of condition, none of which the requests of this suite fulfil. */
const others = [
  { when: { operation: 'events.*' }, fault: 'server_error' },
  { when: { method: ['POST', 'PATCH'] }, fault: 'reset;commit=after' },
  { when: { path: '/api/users/**' }, per: 'url', times: 1, fault: 'rate_limit' },
  { when: { header: { 'user-agent': '*mobile*' } }, probability: 0.5, fault: 'truncate' },
  { when: { query: { q: 'sql*' } }, fault: 'delay;p50=200;p99=4000' },
];
const unmatched = Array.from({ length: COUNT }, (_, index) => others[index % others.length]);

/** The last one matches each request, and counts it. */
const counting = [...unmatched.slice(1), { after: 1_000_000_000, fault: 'server_error' }];

const withRules = (name, title, rules) => ({
  ...understudy,
  name,
  title,
  prepare: ({ folder }) => writeFileSync(join(folder, `${name}.json`), JSON.stringify(rules)),
  arguments: (scene, port) => [...understudy.arguments(scene, port), '--faults', join(scene.folder, `${name}.json`)],
});

const members = [
  understudy,
  withRules('unmatched', '20 rules, none matches', unmatched),
  withRules('counting', '20 rules, one counts', counting),
];

const scenes = [
  { name: 'hot GET', path: '', isUnique: false },
  { name: 'never-seen GET', path: '&nonce=', isUnique: true },
];

export const suite = {
  name: 'faults',
  order: 25,
  run: async (bench) => {
    const tables = [];
    const figures = [];
    for (const { name, path, isUnique } of scenes) {
      const title = `${name} with rules that do not strike`;
      const to = { name: understudy.name, word: 'no rules' };
      const comparison = await compareLoad(
        { ...bench, members },
        { title, scene: bench.scene.plain, path, isUnique, warmRequests: bench.warmRequests, to },
      );
      tables.push(comparison);
      for (const { name: member, title: which } of members.slice(1)) {
        const result = comparison.results[member];
        figures.push(
          figure({ name: `${name}, ${which}`, budget: { min: 0.8 }, value: share(result), failure: result.failure }),
        );
      }
    }
    return { tables, figures };
  },
};
