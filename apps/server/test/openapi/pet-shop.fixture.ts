/** A small document with most of what documents have: a collection with pages, children, an action, what is there once, errors. */

const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

const json = (schema: object, more: object = {}) => ({ content: { 'application/json': { schema, ...more } } });

const failure = (description: string) => ({ description, ...json(ref('Error')) });

const petId = { name: 'petId', in: 'path', required: true, schema: { type: 'integer' } };

const query = (name: string, schema: object) => ({ name, in: 'query', schema });

export const petShop = {
  openapi: '3.1.0',
  info: { title: 'Pet shop', version: '1.0.0' },
  servers: [{ url: 'https://api.example.com/v1' }],
  paths: {
    '/pets': {
      get: {
        operationId: 'listPets',
        parameters: [
          query('limit', { type: 'integer', minimum: 1, maximum: 100, default: 5 }),
          query('page', { type: 'integer', minimum: 1 }),
          query('status', { type: 'string', enum: ['available', 'sold', 'all'] }),
          query('sort', { type: 'string' }),
          query('q', { type: 'string' }),
        ],
        responses: { 200: { description: 'A page.', ...json(ref('PetList')) }, default: failure('Anything else.') },
      },
      post: {
        operationId: 'createPet',
        requestBody: { required: true, ...json(ref('NewPet')) },
        responses: { 201: { description: 'Made.', ...json(ref('Pet')) }, 400: failure('Not understood.') },
      },
    },
    '/pets/{petId}': {
      parameters: [petId],
      get: {
        operationId: 'getPet',
        responses: { 200: { description: 'The pet.', ...json(ref('Pet')) }, 404: failure('There is none.') },
      },
      put: {
        operationId: 'replacePet',
        requestBody: { required: true, ...json(ref('NewPet')) },
        responses: { 200: { description: 'The pet.', ...json(ref('Pet')) }, 404: failure('There is none.') },
      },
      patch: {
        operationId: 'updatePet',
        requestBody: { required: true, content: { 'application/merge-patch+json': { schema: ref('PetChange') } } },
        responses: { 200: { description: 'The pet.', ...json(ref('Pet')) }, 404: failure('There is none.') },
      },
      delete: {
        operationId: 'deletePet',
        responses: {
          204: { description: 'Gone.' },
          // What generators of documents write where nothing says the media type.
          404: { description: 'There is none.', content: { '*/*': { schema: ref('Error') } } },
        },
      },
    },
    '/pets/{petId}/sell': {
      parameters: [petId],
      post: { operationId: 'sellPet', responses: { 200: { description: 'The pet.', ...json(ref('Pet')) } } },
    },
    '/pets/{petId}/visits': {
      parameters: [petId],
      get: {
        operationId: 'listVisits',
        responses: { 200: { description: 'All visits.', ...json({ type: 'array', items: ref('Visit') }) } },
      },
      post: {
        operationId: 'createVisit',
        requestBody: { required: true, ...json(ref('NewVisit')) },
        responses: { 201: { description: 'Made.', ...json(ref('Visit')) } },
      },
    },
    '/pets/{petId}/visits/{visitId}': {
      parameters: [petId, { name: 'visitId', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      get: { operationId: 'getVisit', responses: { 200: { description: 'A visit.', ...json(ref('Visit')) } } },
    },
    '/settings': {
      get: { operationId: 'getSettings', responses: { 200: { description: 'They.', ...json(ref('Settings')) } } },
      put: {
        operationId: 'replaceSettings',
        requestBody: { required: true, ...json(ref('Settings')) },
        responses: { 200: { description: 'They.', ...json(ref('Settings')) } },
      },
    },
    '/login': {
      post: {
        operationId: 'logIn',
        requestBody: {
          required: true,
          content: {
            'application/x-www-form-urlencoded': {
              schema: { type: 'object', required: ['user'], properties: { user: { type: 'string' } } },
            },
          },
        },
        responses: {
          200: {
            description: 'A token.',
            ...json(
              { type: 'object', required: ['token'], properties: { token: { type: 'string' } } },
              { examples: { first: { value: { token: 'abc' } }, second: { value: { token: 'def' } } } },
            ),
          },
          401: failure('Not you.'),
        },
      },
    },
    '/export': {
      get: {
        operationId: 'exportPets',
        responses: {
          200: {
            description: 'Lines, or a table.',
            content: { 'application/x-ndjson': { schema: ref('Pet') }, 'text/csv': { example: 'id,name\n1,Rex\n' } },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      NewPet: {
        type: 'object',
        required: ['name'],
        properties: {
          name: { type: 'string', minLength: 1, maxLength: 40 },
          status: { type: 'string', enum: ['available', 'sold'], default: 'available' },
          price: { type: 'number', minimum: 0, maximum: 1000 },
          nickname: { type: ['string', 'null'] },
        },
      },
      PetChange: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number' }, nickname: { type: ['string', 'null'] } },
      },
      Pet: {
        allOf: [
          ref('NewPet'),
          {
            type: 'object',
            required: ['id', 'created_at', 'updated_at'],
            properties: {
              id: { type: 'integer', readOnly: true },
              created_at: { type: 'string', format: 'date-time', readOnly: true },
              updated_at: { type: 'string', format: 'date-time', readOnly: true },
              pin: { type: 'string', writeOnly: true },
            },
          },
        ],
      },
      PetList: {
        type: 'object',
        required: ['items', 'total'],
        properties: {
          items: { type: 'array', items: ref('Pet') },
          total: { type: 'integer' },
          next: { type: ['string', 'null'], format: 'uri' },
        },
      },
      NewVisit: {
        type: 'object',
        required: ['reason'],
        properties: { reason: { type: 'string' } },
      },
      Visit: {
        type: 'object',
        required: ['id', 'pet_id', 'reason'],
        properties: {
          id: { type: 'string', format: 'uuid', readOnly: true },
          pet_id: { type: 'integer' },
          reason: { type: 'string' },
        },
      },
      Settings: {
        type: 'object',
        required: ['language', 'is_open'],
        properties: { language: { type: 'string', enum: ['de', 'en'] }, is_open: { type: 'boolean' } },
      },
      Error: {
        type: 'object',
        required: ['code', 'message'],
        properties: { code: { type: 'integer' }, message: { type: 'string' } },
      },
    },
  },
};
