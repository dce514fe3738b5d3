/** Makes runs of entries. */
import { toBase64 } from '#platform/bytes';
import { countedId, ownPrefix } from '../../kit/request-id.js';
import type { RepeatedPattern } from '../entry-pattern.js';
import { RepeatedRow } from '../repeated-row.js';
import type { Repeats } from '../repeats.js';
import { Lines } from './lines.js';
import { microseconds, type Moments, MomentWriter } from './moments.js';
import { NumberWriter } from './number-writer.js';
import type { Run, RunEntry } from './run.js';
import { numbersOf, type Shape } from './shape.js';

/** A run that is being made. */
export class RunWriter {
  readonly sequence: number;
  readonly #facts = new Lines();
  readonly #headers = new Lines();
  readonly #bodies = new Lines();
  readonly #shapes = new NumberWriter();
  readonly #shapeNumbers = new Map<string, number>();
  /**
   * What was added last, and by index what was looked for once: the shapes of its kinds, of those whose ids are numbers and
   * of those whose ids are texts, and the lines of its connections.
   */
  #repeats: Repeats | undefined;
  #counted: number[] = [];
  #named: number[] = [];
  #connections: number[] = [];
  readonly #numbers = new NumberWriter();
  readonly #moments = new MomentWriter(this.#numbers);
  /** The row that is added, and its times: two objects for all of them. */
  readonly #row = new RepeatedRow();
  readonly #own = { receivedAt: 0, since: 0, app: 0, duration: 0 };
  readonly #ids: string[] = [];
  #count = 0;
  #entries = 0;
  #received = Number.POSITIVE_INFINITY;
  #answered = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  /** @param sequence of its first entry */
  constructor(sequence: number) {
    this.sequence = sequence;
  }

  get entries(): number {
    return this.#entries;
  }

  /** Characters of its headers and bodies. */
  get detailLength(): number {
    return this.#headers.length + this.#bodies.length;
  }

  /** Adds the entry with the next number. */
  add(entry: RunEntry): void {
    const pattern = entry.of.pattern();
    const [received, answered] = [microseconds(entry.received), microseconds(entry.answered)];
    this.#begin(received, answered);
    if (pattern.own === undefined) {
      const facts = this.#facts.numberOf(pattern.facts);
      const [headers, bodies] = [this.#headers.numberOf(pattern.headers), this.#bodies.numberOf(pattern.bodies)];
      this.#numbers.add(this.#shape({ facts, headers, bodies }));
      this.#moments.add(received, answered);
      return;
    }
    const { id, address, connection, receivedAt, since, appMs, durationMs } = pattern.own;
    const counted = countedId(id);
    this.#numbers.add(this.#shape(this.#repeatedLines(pattern, address, counted?.prefix ?? null)));
    this.#moments.add(received, answered);
    this.#numbers.add(this.#facts.numberOf(connection));
    this.#addId(counted?.count ?? id);
    const [app, duration] = [microseconds(appMs), microseconds(durationMs)];
    this.#moments.addOwn({ receivedAt, since: microseconds(since), app, duration });
  }

  /** The same of an exchange that repeats another, which is in a row. */
  addRepeated(repeats: Repeats, row: number, { received, answered }: Moments): void {
    if (this.#repeats !== repeats) this.#comeTo(repeats);
    const one = this.#row;
    repeats.read(row, one);
    const id = repeats.id(one.id);
    const counted = typeof id === 'number' ? undefined : countedId(id);
    this.#begin(received, answered);
    if (counted !== undefined) this.#numbers.add(this.#shapeOf(repeats, one.kind, counted.prefix));
    else this.#numbers.add(this.#knownShape(repeats, one));
    this.#moments.add(received, answered);
    this.#numbers.add((this.#connections[one.connection] ??= this.#facts.numberOf(repeats.connection(one.connection))));
    this.#addId(counted?.count ?? id);
    const own = this.#own;
    own.receivedAt = one.receivedAt;
    own.since = microseconds(one.since);
    own.app = microseconds(one.appMs);
    own.duration = microseconds(one.until - one.since);
    this.#moments.addOwn(own);
  }

  run(): Run {
    return {
      sequence: this.sequence,
      entries: this.#entries,
      received: this.#received / 1000,
      answered: this.#answered / 1000,
      until: this.#until / 1000,
      facts: [
        toBase64(this.#shapes.bytes),
        toBase64(this.#numbers.bytes),
        this.#ids.join(' '),
        this.#facts.text ?? '',
      ].join('\n'),
      headers: this.#headers.text,
      bodies: this.#bodies.text,
    };
  }

  /** Counts an entry. */
  #begin(received: number, answered: number): void {
    this.#entries += 1;
    if (received < this.#received) this.#received = received;
    if (answered < this.#answered) this.#answered = answered;
    if (answered > this.#until) this.#until = answered;
  }

  #addId(id: string | number): void {
    if (typeof id === 'string') this.#ids.push(id);
    else {
      this.#numbers.addSigned(id - this.#count);
      this.#count = id;
    }
  }

  #comeTo(repeats: Repeats): void {
    this.#repeats = repeats;
    this.#counted = [];
    this.#named = [];
    this.#connections = [];
  }

  /** The number of the shape of a row whose id is a number, or a text of its own. */
  #knownShape(repeats: Repeats, { id, kind }: RepeatedRow): number {
    if (id >= 0) return (this.#counted[kind] ??= this.#shapeOf(repeats, kind, ownPrefix));
    return (this.#named[kind] ??= this.#shapeOf(repeats, kind, null));
  }

  #shapeOf(repeats: Repeats, number: number, prefix: string | null): number {
    const kind = repeats.kind(number);
    return this.#shape(this.#repeatedLines(repeats.pattern(kind), kind.address, prefix));
  }

  #repeatedLines(pattern: Omit<RepeatedPattern, 'own'>, address: string, prefix: string | null): Shape {
    const [facts, headers] = [this.#facts, this.#headers];
    return {
      facts: facts.numberOf(pattern.facts),
      headers: headers.numberOf(pattern.headers),
      bodies: this.#bodies.numberOf(pattern.bodies),
      repeated: {
        signs: facts.numberOf(pattern.signs),
        sharedSigns: facts.numberOf(pattern.sharedSigns),
        answer: pattern.headers === null ? 0 : headers.numberOf(pattern.answer),
        address: facts.numberOf(address),
        prefix: facts.numberOf(prefix),
      },
    };
  }

  /** The number of a shape, which is added where there is none such. */
  #shape(shape: Shape): number {
    const numbers = numbersOf(shape);
    const key = numbers.join();
    const known = this.#shapeNumbers.get(key);
    if (known !== undefined) return known;
    const number = this.#shapeNumbers.size;
    this.#shapeNumbers.set(key, number);
    for (const one of numbers) this.#shapes.add(one);
    return number;
  }
}
