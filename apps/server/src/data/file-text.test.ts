/** The text of a file after a change: nothing else in it moves. */
import { expect, it } from 'vitest';
import { FileText } from './file-text.js';

const lines = `{
  "$schema": "./schema.json",
  "posts": [
    { "id": 1, "title": "a, \\"b\\" ]", "big": 1.0 },
    {"id":2,   "title": "odd"}
  ],
  "tags": [{ "id": 1, "names": ["x", {}] }],
  "none": [],
  "profile": { "name": "typicode" }
}
`;

const blocks = '{\r\n\t"posts": [{\r\n\t\t"id": 1.0\r\n\t}],\r\n\t"profile": {\r\n\t\t"name": "a"\r\n\t}\r\n}';

const posts = [
  { id: 1, title: 'a, "b" ]', big: 1 },
  { id: 2, title: 'odd' },
];
const [first, second] = posts;

it.each([
  ['nothing', lines, {}, []],
  ['the same', lines, { posts, none: [], profile: { name: 'typicode' } }, []],
  [
    'a record more',
    lines,
    { posts: [...posts, { id: 3, in: { a: [1, 'x'] }, of: [] }] },
    [['"odd"}', '"odd"},\n    { "id": 3, "in": { "a": [1, "x"] }, "of": [] }']],
  ],
  ['one less', lines, { posts: [second] }, [['{ "id": 1, "title": "a, \\"b\\" ]", "big": 1.0 },\n    ', '']]],
  ['a change', lines, { posts: [first, { id: 2 }] }, [['{"id":2,   "title": "odd"}', '{ "id": 2 }']]],
  ['none left', lines, { tags: [] }, [['[{ "id": 1, "names": ["x", {}] }]', '[]']]],
  ['more on one line', lines, { tags: [{ id: 1, names: ['x', {}] }, { id: 2 }] }, [['{}] }]', '{}] }, { "id": 2 }]']]],
  ['the first of a list', lines, { none: [{ id: 1 }] }, [['[],', '[\n    { "id": 1 }\n  ],']]],
  ['an object', lines, { profile: { name: 'x', a: null } }, [['{ "name": "typicode" }', '{ "name": "x", "a": null }']]],
  [
    'blocks, tabs and the line breaks of Windows',
    blocks,
    { posts: [{ id: 1 }, { id: 2, a: [] }], profile: { name: 'b' } },
    [
      ['}]', '}, {\r\n\t\t"id": 2,\r\n\t\t"a": []\r\n\t}]'],
      ['"a"\r\n', '"b"\r\n'],
    ],
  ],
  [
    'one line',
    '\uFEFF{"a":[{"id":1}],"b":[]}\n',
    { a: [{ id: 1 }, { id: 2 }], b: [{ id: 1 }] },
    [['}],"b":[]', '},{"id":2}],"b":[{"id":1}]']],
  ],
  [
    'the last of two with one name',
    '{"a":[{"id":1}],"b":[],"a":[{"id":2}]}',
    { a: [{ id: 2 }, { id: 3 }], b: [{ id: 1 }] },
    [
      ['"b":[]', '"b":[{"id":1}]'],
      ['{"id":2}]', '{"id":2},{"id":3}]'],
    ],
  ],
  [
    'one line of Python',
    '{"a": [{"id": 1}]}',
    { a: [{ id: 1 }, { id: 2, b: {} }] },
    [['}]}', '}, {"id": 2, "b": {}}]}']],
  ],
] as const)('%s', (_what, text, now, changes) => {
  const expected = changes.reduce((all, [from, to]) => all.replace(from, () => to), text as string);
  expect(new FileText(text).with(now)).toBe(expected);
});
