/** What is attached to seeded posts. The addresses are of domains for examples (RFC 2606). */

/** Images and what they show. */
export const images = [
  { name: 'harbour', alt: 'A harbour at dawn, with two fishing boats' },
  { name: 'market', alt: 'A market stall with plums and figs' },
  { name: 'ridge', alt: 'A mountain ridge above the fog' },
  { name: 'bread', alt: 'A round loaf with a dark crust' },
  { name: 'bicycle', alt: 'A green bicycle against a brick wall' },
  { name: 'bookshelf', alt: null },
  { name: 'garden', alt: 'Rows of lettuce behind a low fence' },
  { name: 'tram', alt: null },
] as const;

/** Widths and heights of images, in pixels. */
export const imageSizes = [
  { width: 1200, height: 800 },
  { width: 800, height: 1200 },
  { width: 1080, height: 1080 },
  { width: 1600, height: 900 },
] as const;

/** Pages that posts link to. */
export const pages = [
  {
    path: 'guides/compost',
    title: 'Compost in ten steps',
    description: 'All that a heap needs, and what it does not.',
  },
  { path: 'routes/river-path', title: 'The river path, reopened', description: 'Forty kilometres without a car.' },
  { path: 'recipes/cardamom-buns', title: 'Cardamom buns', description: 'Twelve buns, one afternoon.' },
  { path: 'blog/cursors', title: 'Why your feed repeats itself', description: null },
  { path: 'essays/unreliable-narrators', title: 'Whom to believe', description: 'On narrators who lie.' },
  { path: 'maps/huts', title: 'Mountain huts that open in May', description: null },
] as const;

/** What polls ask for. */
export const choices = [
  ['Tea', 'Coffee'],
  ['Cats', 'Dogs', 'Both'],
  ['Morning', 'Noon', 'Night'],
  ['Sea', 'Mountains'],
  ['Tabs', 'Spaces', 'Whatever the formatter says'],
  ['Paper', 'Screen', 'Audio', 'All of them'],
] as const;

/** What accounts say of themselves. */
export const bios = [
  'Mostly tomatoes.',
  'Writes software, bakes bread, apologises for both.',
  'Trains, maps and strong opinions about benches. 🚆',
  'Amateur of everything.',
  'Here for the birds. 🐦',
  'Teacher by day, second violin by night.',
  'Slow cyclist.',
  'I read so that you do not have to.',
  'Photographs of doors.',
  'Somewhere between two cups of coffee.',
] as const;
