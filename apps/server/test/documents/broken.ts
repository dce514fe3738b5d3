/** Documents that are broken, each in one way, and what a user must be able to read of it. */

/** A broken document. */
export interface Broken {
  /** What is wrong with it. */
  readonly name: string;
  /** The file's text; undefined where there is no file. */
  readonly text: string | undefined;
  /** Parts of what is said of it: a place, and a reason. */
  readonly says: readonly RegExp[];
  /** Whether the rest of it is served: then `GET /pets` is. */
  readonly isServed: boolean;
  /** Exit code of `understudy openapi`: 1 for what cannot be served, 0 for what is only worth a look. */
  readonly code: number;
}

const HEAD = `openapi: 3.1.0
info: { title: Pets, version: '1' }
`;

const PETS = `  /pets:
    get:
      responses:
        '200':
          description: Pets
          content: { application/json: { schema: { type: array, items: { $ref: '#/components/schemas/Pet' } } } }
`;

const PET = `components:
  schemas:
    Pet: { type: object, required: [id], properties: { id: { type: integer }, name: { type: string } } }
`;

/** An operation whose answer has a schema. */
const owners = (schema: string): string => `  /owners:
    get:
      responses:
        '200':
          description: Owners
          content:
            application/json:
              schema: ${schema}
`;

const withOwners = (schema: string): string => `${HEAD}paths:\n${PETS}${owners(schema)}${PET}`;

/** The line on which {@link owners} has its schema. */
const OWNERS_LINE = 17;

export const broken: readonly Broken[] = [
  {
    name: 'there is no such file',
    text: undefined,
    says: [/document\.yaml/, /no such file|cannot be read|does not exist|is not there/i],
    isServed: false,
    code: 2,
  },
  {
    name: 'it is no YAML',
    text: `${HEAD}paths:\n  /pets: { get: [\n`,
    says: [/document\.yaml:[45]\b/],
    isServed: false,
    code: 1,
  },
  {
    name: 'it is something else',
    text: 'name: pets\nversion: 1.0.0\n',
    says: [/document\.yaml/, /no OpenAPI document|openapi/i],
    isServed: false,
    code: 1,
  },
  {
    name: 'its version is one that there is not',
    text: `${HEAD.replace('3.1.0', '4.0.0')}paths:\n${PETS}${PET}`,
    says: [/document\.yaml/, /4\.0\.0/],
    isServed: false,
    code: 1,
  },
  {
    name: 'it has no paths',
    text: HEAD,
    says: [/document\.yaml/, /no paths/],
    isServed: false,
    code: 1,
  },
  {
    name: 'a reference leads nowhere',
    text: withOwners("{ $ref: '#/components/schemas/Owner' }"),
    says: [new RegExp(`document\\.yaml:${OWNERS_LINE}\\b`), /#?\/components\/schemas\/Owner/, /GET \/owners/],
    isServed: true,
    code: 1,
  },
  {
    name: 'a reference leads to the network, which is never asked',
    text: withOwners("{ $ref: 'https://example.com/owner.yaml' }"),
    says: [new RegExp(`document\\.yaml:${OWNERS_LINE}\\b`), /https:\/\/example\.com\/owner\.yaml/, /GET \/owners/],
    isServed: true,
    code: 1,
  },
  {
    name: 'a reference leads out of its folder',
    text: withOwners("{ $ref: '../../../../../etc/hostname' }"),
    says: [new RegExp(`document\\.yaml:${OWNERS_LINE}\\b`), /etc\/hostname/, /--openapi-root|folder/, /GET \/owners/],
    isServed: true,
    code: 1,
  },
  {
    name: 'references lead in a circle and to nothing else',
    text: `${withOwners("{ $ref: '#/components/schemas/A' }")}    A: { $ref: '#/components/schemas/B' }\n    B: { $ref: '#/components/schemas/A' }\n`,
    says: [/document\.yaml:\d+/, /circle|itself/i, /GET \/owners/],
    isServed: true,
    code: 1,
  },
  {
    name: 'responses are a list',
    text: `${HEAD}paths:\n${PETS}  /owners:\n    get:\n      responses: [200, 404]\n${PET}`,
    says: [/document\.yaml:1[0-9]\b/, /response/, /owners/],
    isServed: true,
    code: 0,
  },
];
