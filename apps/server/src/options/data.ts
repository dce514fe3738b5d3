/** Options about the seeded data, the store and the clock. */
import { MAX_SEEDED } from '@understudy/contract';
import { defaultSizes } from '../domains/index.js';
import { option } from './option.js';
import { clock, flag, sizes, store, text } from './parse.js';

/** Options about the seeded data, the store and the clock. */
export const dataOptions = {
  seed: option<string>({
    flag: 'seed',
    variable: 'UNDERSTUDY_SEED',
    placeholder: 'TEXT',
    help: 'Seed of the generated data; the same seed gives the same records.',
    fallback: 'understudy',
    read: text,
  }),
  size: option<Readonly<Record<string, number>>>({
    flag: 'size',
    variable: 'UNDERSTUDY_SIZE',
    placeholder: 'NAME=NUMBER,…',
    help: `Number of seeded records, such as students=1000000. Names: ${Object.keys(defaultSizes).join(', ')}.`,
    fallback: defaultSizes,
    shown: Object.entries(defaultSizes)
      .map(([name, size]) => `${name}=${size}`)
      .join(','),
    read: sizes(defaultSizes, MAX_SEEDED),
  }),
  store: option<string>({
    flag: 'store',
    variable: 'UNDERSTUDY_STORE',
    placeholder: 'STORE',
    help: 'Where writes are stored: memory, sqlite:PATH, or postgres://… for many replicas.',
    fallback: 'memory',
    read: store,
  }),
  clock: option<'real' | number>({
    flag: 'clock',
    variable: 'UNDERSTUDY_CLOCK',
    placeholder: 'INSTANT',
    help: 'Clock that sandboxes start with: real, or an ISO 8601 time at which it stands still.',
    fallback: 'real',
    read: clock,
  }),
  strict: option<boolean>({
    flag: 'strict',
    variable: 'UNDERSTUDY_STRICT',
    help: 'Refuse unknown query names and body members, instead of only listing them in the journal.',
    fallback: false,
    shown: 'off',
    read: flag,
  }),
};
