/**
 * The entries of a journal in memory, oldest first. Whatever lives long is moved by the garbage collector while it is new:
 * an exchange that repeats another is therefore kept in columns, without an object of its own.
 */
import type { EntryTexts } from '../../../../journal/entry-texts.js';
import type { Recordable } from '../../../../journal/journal-store.js';
import { RepeatablePart } from '../../../../journal/repeatable-part.js';
import { RepeatedExchange } from '../../../../journal/repeated-exchange.js';
import { repeatedTexts } from '../../../../journal/repeated-texts.js';
import { EntryColumns } from './entry-columns.js';

/** Rows that there are at first. */
const FEW = 16;

/** Entries in a row, counted from the first. */
export class EntryRows {
  readonly #sandbox: string;
  #columns: EntryColumns;
  /** Where the first one is. */
  #first = 0;
  #length = 0;

  /** @param sandbox whose journal it is */
  constructor(sandbox: string) {
    this.#sandbox = sandbox;
    this.#columns = new EntryColumns(sandbox, FEW);
  }

  get length(): number {
    return this.#length;
  }

  push(entry: Recordable): void {
    if (this.#length > this.#columns.mask) this.#resize(2 * this.#length);
    this.#length += 1;
    const row = this.#rowOf(this.#length - 1);
    if (entry instanceof RepeatedExchange) this.#columns.put(row, entry);
    else this.#columns.rows[row] = entry;
  }

  /** Takes the first one out. */
  shift(): void {
    if (this.#length === 0) return;
    this.#columns.drop(this.#first);
    this.#first = (this.#first + 1) & this.#columns.mask;
    this.#length -= 1;
    const size = this.#columns.mask + 1;
    if (size > FEW && this.#length * 4 <= size) this.#resize(size / 2);
  }

  factsBytes(index: number): number {
    return this.#columns.rows[this.#rowOf(index)]?.factsBytes ?? 0;
  }

  headersBytes(index: number): number {
    return this.#columns.headersBytes(this.#rowOf(index));
  }

  bodiesBytes(index: number): number {
    return this.#columns.rows[this.#rowOf(index)]?.bodiesBytes ?? 0;
  }

  dropHeaders(index: number): void {
    this.#columns.dropHeaders(this.#rowOf(index));
  }

  dropBodies(index: number): void {
    this.#columns.dropBodies(this.#rowOf(index));
  }

  /** Makes the texts of an entry when they are needed, of a repeated one those of what it has now. */
  texts(index: number): (() => EntryTexts) | undefined {
    const row = this.#rowOf(index);
    const shared = this.#columns.rows[row];
    if (!(shared instanceof RepeatablePart)) return shared && (() => shared.texts());
    const [parts, own] = [this.#columns.parts(row, shared), this.#columns.own(row)];
    return () => repeatedTexts(parts, own);
  }

  /** Where an entry is; nothing is where one would be that is not there. */
  #rowOf(index: number): number {
    return index < this.#length ? (this.#first + index) & this.#columns.mask : -1;
  }

  #resize(size: number): void {
    const columns = new EntryColumns(this.#sandbox, size);
    for (let i = 0; i < this.#length; i += 1) columns.take(i, this.#columns, this.#rowOf(i));
    this.#columns = columns;
    this.#first = 0;
  }
}
