/** An OpenAPI document of a server with domains whose names, records and texts are trouble for generated code. */

const ref = (kind: string, name: string) => ({ $ref: `#/components/${kind}/${name}` });
const object = (properties: object, required = Object.keys(properties)) => ({ type: 'object', properties, required });
const json = (schema: object) => ({ content: { 'application/json': { schema } } });
const nullable = (...types: object[]) => ({ anyOf: [...types, { type: 'null' }] });

const text = { type: 'string', description: 'Says */ what it is.\n\nAnd "more" of \'it\'.', examples: ["it's */ so"] };
const meta = ref('schemas', 'AnswerMeta');
const pagination = ref('schemas', 'Pagination');
const listOf = (items: object) => object({ data: { type: 'array', items }, pagination, meta });

const everyCall = ['delay', 'simulate_error', 'cors'].map((name) => ref('parameters', name));
const everyList = ['page', 'per_page', 'pagination_style', 'cursor'].map((name) => ref('parameters', name));
const key = ref('parameters', 'IdempotencyKey');
const postId = { name: 'post-id', in: 'path', required: true, description: 'Id.', schema: text, example: 'p-1' };

const query = (name: string, schema: object) => ({ name, in: 'query', required: false, description: name, schema });

interface Described {
  readonly parameters?: readonly object[];
  readonly responses: object;
  readonly requestBody?: object;
}

const operation = (operationId: string, answers: string, { parameters = [], ...rest }: Described) => ({
  operationId,
  summary: 'Does it',
  description: 'Does */ it.',
  'x-understudy-answers': answers,
  parameters: [...parameters, ...everyCall],
  ...rest,
});

const long = Array.from({ length: 12 }, (_, index) => `a-rather-long-choice-${index}`);

/** The document. */
export const oddDocument = {
  openapi: '3.1.0',
  paths: {
    '/api/blog-posts': {
      get: operation('blog-posts.list', 'list', {
        parameters: [query('state', { enum: long }), query('class', { type: 'boolean', default: false }), ...everyList],
        responses: { '200': json(listOf(ref('schemas', 'blog-post'))) },
      }),
      post: operation('blog-posts.create', 'written', {
        parameters: [key],
        requestBody: json(object({ title: text, 'first name': text, tags: { type: 'array', items: { enum: long } } })),
        responses: { '201': json(listOf(ref('schemas', 'blog-post'))) },
      }),
    },
    '/api/blog-posts/{post-id}': {
      patch: operation('blog-posts.update', 'written', {
        parameters: [
          postId,
          {
            name: 'Accept-Language',
            in: 'header',
            required: true,
            description: 'Language.',
            schema: { type: 'string', default: 'de' },
            'x-understudy-input': 'locale',
          },
          { name: 'If-Match', in: 'header', required: false, description: 'Tag.', schema: { type: 'string' } },
          key,
        ],
        requestBody: json(object({ title: text }, [])),
        responses: { '200': json(listOf(ref('schemas', 'blog-post'))) },
      }),
      delete: operation('blog-posts.delete', 'nothing', { parameters: [postId], responses: { '204': {} } }),
    },
    '/api/blog-posts/{post-id}/prints': {
      post: operation('blog-posts.printWithARatherLongNameThatNoLineOfCodeWillHold', 'written', {
        parameters: [postId, key],
        responses: { '202': json(listOf(ref('schemas', 'Record'))) },
      }),
    },
    '/api/settings': {
      get: operation('settings.list', 'record', {
        responses: { '200': json(object({ data: ref('schemas', 'SettingsOperations'), meta })) },
      }),
      put: operation('settings.put', 'document', {
        requestBody: json(object({ theme: text }, [])),
        responses: { '200': json(object({ theme: text, inner: object({}) })) },
      }),
    },
  },
  components: {
    parameters: {
      ...Object.fromEntries(
        ['page', 'per_page', 'cursor', 'delay'].map((name) => [name, query(name, { type: 'integer' })]),
      ),
      simulate_error: query('simulate_error', { enum: ['timeout', 'malformed'] }),
      pagination_style: query('pagination_style', { enum: ['page', 'cursor'] }),
      cors: query('cors', { enum: ['restrict'] }),
      IdempotencyKey: { name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string' } },
    },
    schemas: {
      AnswerMeta: object({ delayMs: { type: 'integer' } }),
      Pagination: object({ page: { type: 'integer' } }),
      Problem: object({
        kind: { enum: ['not_found', 'already_done', 'paper-out'] },
        errors: { type: 'array', items: object({ code: text }) },
      }),
      'blog-post': object(
        {
          id: { type: 'integer' },
          'first name': text,
          author: nullable(object({ name: text }), object({ team: text })),
          editor: nullable(object({ name: text })),
          parts: { type: 'array', items: { anyOf: [object({ text }), object({ image: text })] } },
          scores: { type: 'object', additionalProperties: { type: 'number' } },
          state: { enum: long },
          parent: nullable(ref('schemas', 'blog-post')),
          draft: { type: ['boolean', 'null'] },
          links: { type: 'array', items: { anyOf: [object({ text }), object({ url: text })] } },
          notes: { type: 'array', items: object({ text }) },
          place: object({ latitude: { type: 'number' } }),
          anything: {},
          2: { const: 'two' },
        },
        ['id', 'first name', 'author', 'editor', 'parts', 'scores', 'parent'],
      ),
      Record: object({ state: { enum: ['queued'] } }),
      SettingsOperations: object({ theme: text }),
    },
  },
};
