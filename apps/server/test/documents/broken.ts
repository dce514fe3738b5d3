/** Documents that are broken, each in one way, and what a user must be able to read of it. */

/** A broken document. */
export interface Broken {
  /** What is wrong with it. */
  readonly name: string;
  /** The file's text; undefined where there is no file. */
  readonly text: string | undefined;
  /** Parts of what is said of it: a place, and a reason. */
  readonly says: readonly RegExp[];
  /** What a server says of it at its start, where that is less. */
  readonly startSays?: readonly RegExp[];
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
  {
    name: 'two operations have one path',
    text: `${HEAD}paths:\n${PETS}  /pets/:\n    get: { responses: { '204': { description: None } } }\n${PET}`,
    says: [
      /document\.yaml:11:5 \/paths\/~1pets~1\/get: GET \/pets\/ is left out: no request can tell it from GET \/pets/,
    ],
    isServed: true,
    code: 1,
  },
  {
    name: 'schemas contradict themselves, or say what there is not',
    text: `${HEAD}paths:\n${PETS}${PET}    Wrong:
      properties:
        a: { type: strnig }
        b: { type: string, pattern: '[a-z' }
        c: { type: string, pattern: '(?P<x>a)' }
        d: { minimum: 3, maximum: 2 }
        e: { exclusiveMinimum: 3, maximum: 3 }
        f: { minLength: 3, maxLength: 2 }
        g: { minItems: 3, maxItems: 2 }
        h: { type: integer, enum: ['1', '2'] }
        i: { type: string, enum: [a, null] }
        j: { required: [k], properties: { k: false } }
        k: { required: [l], additionalProperties: false }
        l: { type: [string, 'null'], const: 3 }
`,
    says: [
      /:15:14 \/components\/schemas\/Wrong\/properties\/a\/type: type strnig is none; did you mean string\? types are null/,
      /:16:28 \S+\/b\/pattern: pattern \[a-z is no regular expression of ECMA-262; no text is held against it/,
      /:17:28 \S+\/c\/pattern: pattern \(\?P<x>a\) is no regular expression of ECMA-262; it is read as \(\?<x>a\)/,
      /:18:14 \S+\/d\/minimum: no number fits: its minimum 3 is more than its maximum 2/,
      /:19:14 \S+\/e\/exclusiveMinimum: no number fits: its exclusiveMinimum 3 is not less than its maximum/,
      /:20:14 \S+\/f\/minLength: no text fits/,
      /:21:14 \S+\/g\/minItems: no array fits/,
      /:22:29 \S+\/h\/enum: no value fits: its type integer forbids all of its enum/,
      /:23:28 \S+\/i\/enum: its type string forbids null of its enum/,
      /:24:25 \S+\/j\/required\/0: no object fits: k is required, and not allowed/,
      /:25:25 \S+\/k\/required\/0: no object fits: l is required, and not allowed/,
      /:26:38 \S+\/l\/const: no value fits: its type string or null forbids its const/,
    ],
    startSays: [/:15:14 \S+\/a\/type: type strnig is none/, /7 more in pets; understudy openapi FILE shows all/],
    isServed: true,
    code: 0,
  },
  {
    name: 'examples are not of their schemas',
    text: `${withOwners("{ $ref: '#/components/schemas/Owner' }\n              examples: { ada: { value: { name: Ad } }, bob: { value: { name: 1 } } }")}    Owner:
      required: [name]
      properties:
        name: { type: string, maxLength: 3, default: Mustermann, examples: [Maria] }
        born: { type: string, format: date, examples: ['1990-01-01', yesterday] }
        secret: { type: string, writeOnly: true }
        age: { type: integer, examples: [30] }
      examples: [{ name: Ada, secret: x }, { born: '1990-01-01' }]
`,
    says: [
      /:18:57 \/paths\S+\/examples\/bob: its own schema refuses this example: \/name must be a string/,
      /:25:45 \S+\/name\/default: its own schema refuses this default: it must have at most 3 characters/,
      /:26:70 \S+\/born\/examples\/1: its own schema refuses this example: it must be of the format date/,
      /:29:44 \S+\/Owner\/examples\/1: its own schema refuses this example: it must have the member name/,
    ],
    startSays: [],
    isServed: true,
    code: 0,
  },
];
