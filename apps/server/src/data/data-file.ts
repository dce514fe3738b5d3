/** The file of the data, into which changes go back: `--write`. */
import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  openSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { FileText } from './file-text.js';
import { DataFault } from './given-value.js';
import { readText, reasonOf } from './json-file.js';

/** What is at a path, links followed: another text where anything about it has changed. */
export function stateOf(path: string): string {
  try {
    const { dev, ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true });
    return `${dev} ${ino} ${size} ${mtimeNs} ${ctimeNs}`;
  } catch (error) {
    return reasonOf(error);
  }
}

/** How long after a write that failed it is tried again, in ms. */
const RETRY_MS = 1000;

/** How many times as long as a write took the next one waits at least: writes never take more than a part of the time. */
const PAUSE = 4;

/**
 * Writes a file whole, or leaves it as it was: a process that ends amid it leaves no half of it.
 *
 * @param check throws where it is not to be written after all, which is found out last
 */
function writeWhole(path: string, text: string, check: () => void): void {
  const next = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`);
  // One that a process with this id has left; a link of that name is not followed.
  rmSync(next, { force: true });
  try {
    const file = openSync(next, 'wx', statSync(path).mode);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    check();
    renameSync(next, path);
  } catch (error) {
    rmSync(next, { force: true });
    // A file that is mounted by itself, as into a container, cannot be replaced.
    if (reasonOf(error) !== 'EBUSY') throw error;
    writeFileSync(path, text);
  }
}

/** What the data is, by name at the top level. */
type Now = Readonly<Record<string, unknown>>;

/** The file of the data of a server. */
export class DataFile {
  readonly #initial: string;
  readonly #path: string;
  readonly #say: (line: string) => void;
  /** As it was when it was opened: whatever becomes of the data, what is as it was then is written as it was. */
  readonly #first: string;
  #text: FileText | undefined;
  #last: string;
  #state: string;
  #read: (() => Now) | undefined;
  #timer: NodeJS.Timeout | undefined;
  #nextAt = 0;
  #complaint = '';

  /**
   * Opens it, before the data is read: whoever changes it from then on is not overwritten.
   *
   * @param say takes lines for whoever runs the server
   * @throws DataFault where it cannot be written
   */
  constructor(path: string, say: (line: string) => void) {
    this.#initial = path;
    this.#say = say;
    this.#state = stateOf(path);
    this.#first = this.#last = readText(path);
    this.#path = realpathSync(path);
    for (const one of [this.#path, dirname(this.#path)]) {
      try {
        accessSync(one, constants.W_OK);
      } catch (error) {
        throw new DataFault(`--write cannot write ${one} (${reasonOf(error)})`, { cause: error });
      }
    }
  }

  /** Whether a file is this one, as this process has read or written it. */
  isOwn(path = this.#initial): boolean {
    return resolve(path) === resolve(this.#initial) && stateOf(path) === this.#state;
  }

  /** Learns that the data is another: it is written at once, or soon where it was written just now. */
  changed(read: () => Now): void {
    this.#read = read;
    const wait = this.#nextAt - performance.now();
    if (wait <= 0) this.#flush();
    else this.#timer ??= setTimeout(() => this.#flush(), wait);
  }

  /** Writes what is left; what the file cannot take is written elsewhere, which is said. */
  close(): void {
    this.#flush();
    clearTimeout(this.#timer);
    if (this.#read === undefined) return;
    const other = join(tmpdir(), `${process.pid}-${basename(this.#path)}`);
    try {
      rmSync(other, { force: true });
      writeFileSync(other, this.#with(this.#read), { flag: 'wx' });
      this.#say(`the data as it was at the end is in ${other}`);
    } catch (error) {
      this.#say(`the data as it was at the end is lost: ${other} cannot be written either (${reasonOf(error)})`);
    }
  }

  #with(read: () => Now): string {
    return (this.#text ??= new FileText(this.#first)).with(read());
  }

  #flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#read === undefined) return;
    const since = performance.now();
    try {
      this.#write(this.#read);
      this.#read = undefined;
      if (this.#complaint !== '') this.#say(`${this.#initial} is written again`);
      this.#complaint = '';
    } catch (error) {
      const complaint = error instanceof DataFault ? error.message : `cannot be written (${reasonOf(error)})`;
      if (complaint !== this.#complaint) this.#say(`${this.#initial} ${complaint}; changes stay in memory`);
      this.#complaint = complaint;
      this.#timer = setTimeout(() => this.#flush(), RETRY_MS).unref();
    }
    this.#nextAt = performance.now() + PAUSE * (performance.now() - since);
  }

  #write(read: () => Now): void {
    const check = (): void => {
      const state = stateOf(this.#initial);
      if (state === this.#state) return;
      const isThere = state.includes(' ');
      throw new DataFault(isThere ? 'was changed by another program, and is not overwritten' : `is gone (${state})`);
    };
    check();
    const text = this.#with(read);
    if (text === this.#last) return;
    try {
      writeWhole(this.#path, text, check);
      this.#last = text;
    } catch (error) {
      if (error instanceof DataFault) throw error;
      // What can only be overwritten may be half written now.
      this.#last = '';
      this.#state = stateOf(this.#initial);
      throw error;
    }
    this.#state = stateOf(this.#initial);
  }
}
