/** What json-server's own suites expect of it, one row an expectation, in our own words. */

/** One request: a line such as `POST /posts`, with its body, and its media type where that is not JSON. */
export type Step = readonly [line: string, body?: unknown, type?: 'form' | 'json'];

/** An expectation: what the last of some requests answers. */
export interface Row {
  readonly says: string;
  readonly steps: readonly Step[];
  /** 200 where left out. */
  readonly status?: number;
  readonly json?: unknown;
  /** What the JSON has among others. */
  readonly has?: object;
  /** Headers, each with what its value has in it. */
  readonly headers?: Readonly<Record<string, string>>;
  /** What a text that is no JSON has in it. */
  readonly text?: string;
  /** Why it is otherwise here; such a row must not hold, or the reason is out of date. */
  readonly differs?: string;
}

/** The data of 0.17's suite. */
export const data017 = {
  posts: [
    { id: 1, body: 'foo' },
    { id: 2, body: 'bar' },
  ],
  tags: [
    { id: 1, body: 'Technology' },
    { id: 2, body: 'Photography' },
    { id: 3, body: 'photo' },
  ],
  users: [
    { id: 1, username: 'Jim', tel: '0123' },
    { id: 2, username: 'George', tel: '123' },
  ],
  comments: [
    { id: 1, body: 'foo', published: true, postId: 1, userId: 1 },
    { id: 2, body: 'bar', published: false, postId: 1, userId: 2 },
    { id: 3, body: 'baz', published: false, postId: 2, userId: 1 },
    { id: 4, body: 'qux', published: true, postId: 2, userId: 2 },
    { id: 5, body: 'quux', published: false, postId: 2, userId: 1 },
  ],
  buyers: [
    { id: 1, name: 'Aileen', country: 'Colombia', total: 100 },
    { id: 2, name: 'Barney', country: 'Colombia', total: 200 },
    { id: 3, name: 'Carley', country: 'Colombia', total: 300 },
    { id: 4, name: 'Daniel', country: 'Belize', total: 30 },
    { id: 5, name: 'Ellen', country: 'Belize', total: 20 },
    { id: 6, name: 'Frank', country: 'Belize', total: 10 },
    { id: 7, name: 'Grace', country: 'Argentina', total: 1 },
    { id: 8, name: 'Henry', country: 'Argentina', total: 2 },
    { id: 9, name: 'Isabelle', country: 'Argentina', total: 3 },
  ],
  refs: [{ id: 'abcd-1234', url: 'http://example.com', postId: 1, userId: 1 }],
  stringIds: [{ id: '1234' }],
  deep: [{ a: { b: 1 } }, { a: 1 }],
  nested: [{ resource: { name: 'dewey' } }, { resource: { name: 'cheatem' } }, { resource: { name: 'howe' } }],
  list: Array.from({ length: 15 }, (_, index) => ({ id: index + 1 })),
  nulls: [
    { id: 1, body: 'foo' },
    { id: 99, body: null },
  ],
  account: { name: 'foo', email: 'foo@example.com' },
};

const { posts, tags, users, comments, buyers, refs, stringIds, deep, nested, list, nulls, account } = data017;

const at = <Item>(items: readonly Item[], ...ids: number[]): (Item | undefined)[] => ids.map((id) => items[id - 1]);

const withComments = [
  { ...posts[0], comments: at(comments, 1, 2) },
  { ...posts[1], comments: at(comments, 3, 4, 5) },
];

const is = (says: string, line: string, json: unknown, more: Partial<Row> = {}): Row => ({
  says,
  steps: [[line]],
  json,
  ...more,
});

const slow = (line: string, body?: unknown): Row => ({
  says: `waits as _delay says: ${line}`,
  steps: [[`${line}?_delay=30`, body]],
  status: line.startsWith('POST') ? 201 : 200,
});

/** A file of the folder that both are started with. */
const isFile = (path: string, text: string, type: string): Row => ({
  says: `static: GET ${path}`,
  steps: [[`GET ${path}`]],
  text,
  headers: { 'content-type': type },
});

const total = (count: number) => ({ headers: { 'x-total-count': String(count) } });

/** The expectations of the suites on collections and single records of json-server 0.17. */
export const rows017: readonly Row[] = [
  {
    says: 'GET /db is the whole database',
    steps: [['GET /db']],
    has: { posts, tags, users, comments, buyers, refs, stringIds, list, account },
  },
  is('lists a resource', 'GET /posts', posts, { headers: { 'content-type': 'json' } }),
  { says: '404 for a resource that is not there', steps: [['GET /undefined']], status: 404 },
  is('filters', 'GET /comments?postId=1&published=true', at(comments, 1)),
  is('filters strictly', 'GET /users?tel=123', at(users, 2)),
  is('one of several values', 'GET /comments?id=1&id=2', at(comments, 1, 2)),
  is('filters deep', 'GET /deep?a.b=1', [deep[0]]),
  {
    says: 'JSONP',
    steps: [['GET /comments?callback=1&_=1']],
    text: 'typeof',
    differs: 'no JSONP: a 400 that says so; every page may read the answers by CORS',
  },
  is('ignores unknown parameters', 'GET /comments?foo=1&bar=2', comments, {
    differs: 'a 400 that names the parameter, so that a misspelled filter is not taken for one that finds everything',
  }),
  is('null is no value to filter by', 'GET /nulls?body=foo', [nulls[0]]),
  is('q', 'GET /tags?q=pho', at(tags, 2, 3)),
  is('q finds numbers, deep', 'GET /deep?q=1', deep),
  is('q finds nothing', 'GET /tags?q=nope', []),
  is('q and a filter', 'GET /comments?q=qu&published=true', at(comments, 4)),
  is('the first q counts', 'GET /comments?q=foo&q=bar', at(comments, 1)),
  is('false', 'GET /comments?published=false', at(comments, 2, 3, 5)),
  is('_end', 'GET /comments?_end=2', at(comments, 1, 2), total(5)),
  is('_sort', 'GET /tags?_sort=body', at(tags, 2, 1, 3)),
  is('_order=DESC', 'GET /tags?_sort=body&_order=DESC', at(tags, 3, 1, 2)),
  is('_order=desc', 'GET /tags?_sort=body&_order=desc', at(tags, 3, 1, 2)),
  is('sorts numbers', 'GET /posts?_sort=id&_order=DESC', at(posts, 2, 1)),
  is('sorts by what is nested', 'GET /nested?_sort=resource.name', at(nested, 2, 1, 3)),
  is('sorts by several', 'GET /buyers?_sort=country,total&_order=asc,desc', at(buyers, 9, 8, 7, 4, 5, 6, 3, 2, 1)),
  is('_start and _end', 'GET /comments?_start=1&_end=2', at(comments, 2), {
    headers: { 'x-total-count': '5', 'access-control-expose-headers': 'X-Total-Count' },
  }),
  is('_start and _limit', 'GET /comments?_start=1&_limit=1', at(comments, 2), total(5)),
  is('_page has ten', 'GET /list?_page=2', list.slice(10), {
    headers: { 'x-total-count': '15', 'access-control-expose-headers': 'Link' },
  }),
  is('_page and _limit, with links', 'GET /list?_page=2&_limit=1', [list[1]], {
    headers: { link: '/list?_page=15&_limit=1>; rel="last"', 'x-total-count': '15' },
  }),
  is('_gte and _lte', 'GET /comments?id_gte=2&id_lte=3', at(comments, 2, 3)),
  is('_ne', 'GET /comments?id_ne=1', comments.slice(1)),
  is('none of several', 'GET /comments?id_ne=1&id_ne=2', comments.slice(2)),
  is('_like', 'GET /tags?body_like=photo', at(tags, 2, 3)),
  is('one of several _like', 'GET /tags?body_like=photo&body_like=tech', tags),
  is('lists children', 'GET /posts/1/comments', at(comments, 1, 2)),
  is('one by its id', 'GET /posts/1', posts[0]),
  is('one by a text', 'GET /refs/abcd-1234', refs[0]),
  is('one by a text of digits', 'GET /stringIds/1234', stringIds[0]),
  { says: '404 {} for an id', steps: [['GET /posts/9001']], status: 404, json: {} },
  is('_embed in a list', 'GET /posts?_embed=comments', withComments),
  is('several _embed in a list', 'GET /posts?_embed=comments&_embed=refs', [
    { ...withComments[0], refs },
    { ...withComments[1], refs: [] },
  ]),
  is('_embed in one', 'GET /posts/1?_embed=comments', withComments[0]),
  is('several _embed in one', 'GET /posts/1?_embed=comments&_embed=refs', { ...withComments[0], refs }),
  is('_expand in a list', 'GET /refs?_expand=post', [{ ...refs[0], post: posts[0] }]),
  is('_expand in one', 'GET /comments/1?_expand=post', { ...comments[0], post: posts[0] }),
  is('several _expand in a list', 'GET /refs?_expand=post&_expand=user', [
    { ...refs[0], post: posts[0], user: users[0] },
  ]),
  is('several _expand in one', 'GET /comments/1?_expand=post&_expand=user', {
    ...comments[0],
    post: posts[0],
    user: users[0],
  }),
  slow('GET /posts'),
  {
    says: 'creates, with the next number',
    steps: [['POST /posts', { body: 'foo', booleanValue: true, integerValue: 1 }]],
    status: 201,
    json: { id: 3, body: 'foo', booleanValue: true, integerValue: 1 },
    headers: { location: '/posts/3' },
  },
  {
    says: 'creates of a form',
    steps: [['POST /posts', 'body=foo&booleanValue=true&integerValue=1', 'form']],
    status: 201,
    json: { id: 3, body: 'foo', booleanValue: 'true', integerValue: '1' },
  },
  { says: 'creates, with a text as id', steps: [['POST /refs', { url: 'http://foo.com', postId: 1 }]], status: 201 },
  {
    says: 'creates a child',
    steps: [['POST /posts/1/comments', { body: 'foo' }]],
    status: 201,
    json: { id: 6, postId: '1', body: 'foo' },
    differs: '`postId` is the number 1, as in all other records; json-server writes the text of the path',
  },
  slow('POST /posts', { body: 'foo' }),
  {
    says: 'PUT replaces',
    steps: [['PUT /posts/1', { id: 1, booleanValue: true, integerValue: 1 }], ['GET /posts/1']],
    json: { id: 1, booleanValue: true, integerValue: 1 },
  },
  { says: 'PUT: 404 {} for an id', steps: [['PUT /posts/9001', { id: 1, body: 'bar' }]], status: 404, json: {} },
  slow('PUT /posts/1', { id: 1, booleanValue: true }),
  {
    says: 'PATCH sets members',
    steps: [['PATCH /posts/1', { body: 'bar' }], ['GET /posts/1']],
    json: { id: 1, body: 'bar' },
  },
  { says: 'PATCH: 404 {} for an id', steps: [['PATCH /posts/9001', { body: 'bar' }]], status: 404, json: {} },
  slow('PATCH /posts/1', { body: 'bar' }),
  { says: 'DELETE answers {}', steps: [['DELETE /posts/1']], json: {} },
  {
    says: 'DELETE takes along what refers to it',
    steps: [['DELETE /posts/1'], ['GET /comments']],
    json: comments.slice(2),
  },
  { says: 'DELETE: 404 {} for an id', steps: [['DELETE /posts/9001']], status: 404, json: {} },
  slow('DELETE /posts/1'),
  isFile('/', 'A page of its folder', 'text/html'),
  isFile('/script.js', 'document', 'javascript'),
  isFile('/style.css', 'margin', 'text/css'),
  is('GET of a single record', 'GET /account', account),
  { says: 'POST of a single record', steps: [['POST /account', { name: 'bar' }]], status: 201, json: { name: 'bar' } },
  { says: 'PUT of a single record', steps: [['PUT /account', { name: 'bar' }]], json: { name: 'bar' } },
  { says: 'PATCH of a single record', steps: [['PATCH /account', { name: 'bar' }]], json: { ...account, name: 'bar' } },
  {
    says: 'no answer is stored',
    steps: [['GET /db']],
    headers: { 'cache-control': 'no-cache', pragma: 'no-cache', expires: '-1' },
  },
  { says: 'the state can be read', steps: [['POST /posts', { body: 'new' }], ['GET /db']], has: { account } },
  is('routes: a prefix', 'GET /api/posts/1', posts[0]),
  is('routes: a parameter', 'GET /blog/posts/1/show', posts[0]),
  is('routes: a query', 'GET /firstpostwithcomments', withComments[0]),
  is('routes: parameters as a query', 'GET /comments/special/1-quux', at(comments, 5)),
  is('routes: a query as a parameter', 'GET /articles?_id=1', posts[0]),
  {
    says: 'routes are shown',
    steps: [['GET /__rules']],
    has: { '/blog/posts/:id/show': '/posts/:id' },
  },
];

/** The data of 1.0's suites. */
export const data1 = {
  posts: [
    {
      id: '1',
      title: 'foo',
      views: 100,
      published: true,
      ratio: 0.2,
      deleted: null,
      author: { name: 'bar', id: 1, first_name: 'Ada' },
      first_name: 'Alice',
      tags: ['foo', 'bar'],
    },
    {
      id: '2',
      title: 'hello',
      views: 200,
      published: false,
      ratio: 0.6,
      deleted: 1,
      author: { name: 'dee', id: 2, first_name: 'Bob' },
      first_name: 'Bob',
      tags: ['bar'],
    },
    {
      id: '3',
      title: 'world',
      views: 300,
      published: false,
      ratio: 0.1,
      deleted: 2,
      author: { name: 'baz', id: 3, first_name: 'Eve' },
      first_name: 'Eve',
      tags: ['foo'],
    },
  ],
  comments: [{ id: '1', title: 'a', postId: '1' }],
  object: { f1: 'foo' },
};

const [one, two, three] = data1.posts;
const [comment] = data1.comments;
const answers = (line: string, status: number, more: Partial<Row> = {}): Row => ({
  says: `${line} is ${status}`,
  steps: [line.startsWith('GET') || line.startsWith('DELETE') || line.startsWith('OPTIONS') ? [line] : [line, {}]],
  status,
  ...more,
});
const finds = (query: string, found: readonly unknown[], more: Partial<Row> = {}): Row => ({
  says: `?${query}`,
  steps: [[`GET /posts?${query}`]],
  json: found,
  ...more,
});
const where = (tree: object): string => `_where=${encodeURIComponent(JSON.stringify(tree))}`;
const named = 'a 400 that names the operators there are, so that a misspelled one is not taken for none';

/** The expectations of the suites on the app, the service and the reading of conditions of json-server 1.0 beta. */
export const rows1: readonly Row[] = [
  answers('GET /', 200),
  answers('OPTIONS /posts', 204),
  ...['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].flatMap((method) => [
    answers(`${method} /object/1`, 404),
    answers(`${method} /not-found`, 404),
  ]),
  answers('GET /posts', 200),
  answers('GET /posts?_embed=comments', 200, { has: [{ comments: [comment] }, { comments: [] }, {}] }),
  answers('GET /posts/1', 200, { json: one }),
  answers('GET /posts/-1', 404),
  answers('GET /posts/1?_embed=comments', 200, { json: { ...one, comments: [comment] } }),
  answers('GET /comments', 200),
  answers('GET /comments?postId=1', 200),
  answers('GET /object', 200, { json: { f1: 'foo' } }),
  answers('POST /posts', 201),
  answers('POST /posts/1', 404),
  answers('POST /posts/-1', 404),
  answers('POST /object', 404, { differs: '201 as in 0.17, which replaces the single record' }),
  answers('PUT /posts', 404),
  answers('PUT /posts/1', 200),
  answers('PUT /object', 200),
  answers('PUT /posts/-1', 404),
  answers('PATCH /posts', 404),
  answers('PATCH /posts/1', 200),
  answers('PATCH /object', 200),
  answers('PATCH /posts/-1', 404),
  answers('DELETE /posts', 404),
  answers('DELETE /posts/1', 200),
  answers('DELETE /object', 404),
  answers('DELETE /posts/-1', 404),
  finds(where({ title: { eq: 'foo' } }), [one]),
  finds(`title:eq=bar&${where({ title: { eq: 'foo' } })}`, [one]),
  { says: 'POST of a list is 400', steps: [['POST /posts', [{ title: 'foo' }]]], status: 400 },
  { says: 'PATCH of a text is 400', steps: [['PATCH /posts/1', 'hello']], status: 400 },
  { says: 'PUT of null is 400', steps: [['PUT /posts/1', null]], status: 400 },
  is('a comment with its post', 'GET /comments/1?_embed=post', { ...comment, post: one }),
  finds('title=hello', [two]),
  finds(where({ author: { name: { eq: 'dee' } } }), [two]),
  finds('_sort=-views', [three, two, one]),
  finds('_page=2&_per_page=2', [], {
    json: { first: 1, prev: 1, next: null, last: 2, pages: 2, items: 3, data: [three] },
  }),
  {
    says: 'an id that is made is a text',
    steps: [['POST /posts', { title: 'new' }]],
    status: 201,
    has: { title: 'new' },
  },
  {
    says: 'no client names an id',
    steps: [['POST /posts', { id: 'foo' }], ['GET /posts/foo']],
    status: 404,
    differs: 'a client may name the id of what it creates, as in 0.17 and before beta 14; one that is taken is a 409',
  },
  { says: 'PUT of an object', steps: [['PUT /object', { f1: 'bar' }]], json: { f1: 'bar' } },
  { says: 'PATCH of an object', steps: [['PATCH /object', { f2: 'bar' }]], json: { f1: 'foo', f2: 'bar' } },
  {
    says: 'PUT leaves the id',
    steps: [['PUT /posts/1', { id: 'xxx', title: 'new' }]],
    json: { id: '1', title: 'new' },
  },
  {
    says: 'PATCH leaves the id',
    steps: [['PATCH /posts/1', { id: 'xxx', title: 'new' }]],
    json: { ...one, title: 'new' },
  },
  {
    says: 'DELETE leaves null where a record referred to it',
    steps: [['DELETE /posts/1'], ['GET /comments']],
    json: [{ ...comment, postId: null }],
  },
  { says: '_dependent', steps: [['DELETE /posts/1?_dependent=comments'], ['GET /comments']], json: [] },
  {
    says: 'DELETE of what is not there removes nothing',
    steps: [['DELETE /posts/xxx'], ['GET /comments']],
    json: [comment],
  },
  finds('views:gt=100&title:eq=hello', [two]),
  finds('author.name:lt=c&author.id:ne=1', [three]),
  finds('views:gt=100&views:lt=300', [two]),
  finds('first_name:eq=Alice', [one]),
  finds('views:gte=100&published:eq=true&ratio:lt=0.5&deleted:eq=null', [one]),
  finds('views:foo=100&title:eq=hello', [two], { differs: named }),
  finds('views:foo=100', [one, two, three], { differs: named }),
  finds('views_gt=100&title_eq=hello', [two]),
  finds('first_name_eq=Bob&author.first_name_ne=Ada', [two]),
  finds('first_name=Alice', [one]),
  finds('views_gt=100&views:lt=300', [two]),
  finds('views:in=100,300', [one, three]),
  finds('title_in=hello,world', [two, three]),
  finds('title:contains=ELLO', [two]),
  finds('title:startsWith=hel', [two]),
  finds('title:endsWith=rld', [three]),
  finds(where({ or: [{ views: { lt: 150 } }, { author: { name: { startsWith: 'BA' } } }] }), [one, three]),
  finds(where({ views: { gte: 100, lt: 300 }, title: { in: ['foo', 'world'] } }), [one]),
];
