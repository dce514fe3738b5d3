/** What goes wrong for the app in each test, and what the journal must have of it. */

const write = (fault) => [{ id: 'write', when: { method: 'POST' }, times: 1, fault }];
const list = (fault) => [{ id: 'list', when: { operation: 'education.listCourses' }, times: 1, fault }];

/**
 * @typedef {object} Scenario
 * @property {string} title
 * @property {object[]} rules
 * @property {readonly (number | null)[]} reads statuses of the attempts at the list, as the journal has them
 * @property {readonly (number | null)[]} writes those of the attempts at the course
 * @property {readonly string[]} ends how the attempts that a rule struck end
 */

/** @type {readonly Scenario[]} */
export const scenarios = [
  { title: 'nothing goes wrong', rules: [], reads: [200], writes: [200], ends: [] },
  { title: 'a write fails', rules: write('server_error'), reads: [200], writes: [500, 200], ends: ['complete'] },
  {
    title: 'the answer to a write is lost',
    rules: write('reset;at=head;commit=after'),
    reads: [200],
    writes: [200, 200],
    ends: ['cut'],
  },
  {
    // With no byte of an answer Chromium itself would send the request again, before the app knows.
    title: 'the answer to a write breaks off',
    rules: write('truncate'),
    reads: [200],
    writes: [200, 200],
    ends: ['cut'],
  },
  { title: 'a list is cut', rules: list('truncate'), reads: [200, 200], writes: [200], ends: ['cut'] },
  { title: 'a list is no JSON', rules: list('malformed'), reads: [200, 200], writes: [200], ends: ['complete'] },
  { title: 'a write is late', rules: write('delay;ms=300'), reads: [200], writes: [200], ends: ['complete'] },
  {
    title: 'everything fails at first',
    rules: [...list('rate_limit'), ...write('bad_gateway')],
    reads: [429, 200],
    writes: [502, 200],
    ends: ['complete', 'complete'],
  },
];
