/** Makes runs of entries. */
import { toBase64 } from '#platform/bytes';
import { countedId, ownPrefix } from '../../kit/request-id.js';
import type { RepeatedPattern } from '../entry-pattern.js';
import type { RepeatedKind } from '../repeated-kinds.js';
import type { Repeats } from '../repeats.js';
import { Lines } from './lines.js';
import { microseconds, MomentWriter } from './moments.js';
import { NumberWriter } from './number-writer.js';
import type { Run, RunEntry } from './run.js';
import { numbersOf, type Shape } from './shape.js';

/** When an entry came and was answered, by the clock of the store, in ms. */
export type EntryTimes = Pick<RunEntry, 'received' | 'answered'>;

/** A run that is being made. */
export class RunWriter {
  readonly sequence: number;
  readonly #facts = new Lines();
  readonly #headers = new Lines();
  readonly #bodies = new Lines();
  readonly #shapes = new NumberWriter();
  readonly #shapeNumbers = new Map<string, number>();
  /** What was added last, and the shapes of its kinds: of those whose ids are numbers, and of those whose ids are texts. */
  #repeats: Repeats | undefined;
  #counted: number[] = [];
  #named: number[] = [];
  readonly #numbers = new NumberWriter();
  readonly #moments = new MomentWriter(this.#numbers);
  /** Times of the row that is added: one object for all of them. */
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
  add({ received, answered, of }: RunEntry): void {
    const pattern = of.pattern();
    this.#begin(received, answered);
    if (pattern.own === undefined) {
      const facts = this.#facts.numberOf(pattern.facts);
      const [headers, bodies] = [this.#headers.numberOf(pattern.headers), this.#bodies.numberOf(pattern.bodies)];
      this.#numbers.add(this.#shape({ facts, headers, bodies }));
      this.#moments.add(microseconds(received), microseconds(answered));
      return;
    }
    const { id, address, connection, receivedAt, since, appMs, durationMs } = pattern.own;
    const counted = countedId(id);
    this.#numbers.add(this.#shape(this.#repeatedLines(pattern, address, counted?.prefix ?? null)));
    this.#moments.add(microseconds(received), microseconds(answered));
    this.#numbers.add(this.#facts.numberOf(connection));
    this.#addId(counted?.count ?? id);
    const [app, duration] = [microseconds(appMs), microseconds(durationMs)];
    this.#moments.addOwn({ receivedAt, since: microseconds(since), app, duration });
  }

  /** The same of an exchange that repeats another, which is in a row. */
  addRepeated(repeats: Repeats, row: number, { received, answered }: EntryTimes): void {
    const id = repeats.id(row);
    const kind = repeats.kind(row);
    const counted = typeof id === 'number' ? undefined : countedId(id);
    const prefix = typeof id === 'number' ? ownPrefix : (counted?.prefix ?? null);
    this.#begin(received, answered);
    const isOwn = counted === undefined;
    this.#numbers.add(isOwn ? this.#knownShape(repeats, kind, prefix) : this.#shapeOf(repeats, kind, prefix));
    this.#moments.add(microseconds(received), microseconds(answered));
    this.#numbers.add(this.#facts.numberOf(repeats.connection(row)));
    this.#addId(counted?.count ?? id);
    const since = repeats.since(row);
    const own = this.#own;
    own.receivedAt = repeats.receivedAt(row);
    own.since = microseconds(since);
    own.app = microseconds(repeats.appMs(row));
    own.duration = microseconds(repeats.until(row) - since);
    this.#moments.addOwn(own);
  }

  run(): Run {
    return {
      sequence: this.sequence,
      entries: this.#entries,
      received: this.#received,
      answered: this.#answered,
      until: this.#until,
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

  /** The number of the shape that a kind has, with ids that begin so; it is looked for once. */
  #knownShape(repeats: Repeats, kind: RepeatedKind, prefix: typeof ownPrefix | null): number {
    if (this.#repeats !== repeats) [this.#repeats, this.#counted, this.#named] = [repeats, [], []];
    const shapes = prefix === null ? this.#named : this.#counted;
    return (shapes[kind.index] ??= this.#shapeOf(repeats, kind, prefix));
  }

  #shapeOf(repeats: Repeats, kind: RepeatedKind, prefix: string | null): number {
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
