/** One PostgreSQL on the loopback address, in a folder of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../server/listen.mjs';
import { ownUser, programs, reachableTemp } from './programs.mjs';

/** What PostgreSQL logs once it takes connections. */
const READY = 'database system is ready to accept connections';

/** The last that is kept of what it logs, in characters. */
const KEPT_LOG = 20_000;

/** A PostgreSQL that can be halted and resumed. */
export class Database {
  #folder = mkdtempSync(join(reachableTemp(), 'understudy-postgres-'));
  #data = join(this.#folder, 'data');
  #user = ownUser();
  #log = '';
  #flags;
  #program;
  /** Whichever program runs: `initdb` first, `postgres` then. */
  #running;
  port;

  /** @param {readonly string[]} flags flags of the program `postgres` */
  constructor(flags) {
    this.#flags = flags;
  }

  get url() {
    return `postgres://understudy:secret@127.0.0.1:${this.port}/postgres`;
  }

  /** Makes it, and starts it. */
  async create() {
    const { initdb, postgres } = await programs(this.#folder);
    this.#program = postgres;
    this.port = await freePort();
    mkdirSync(this.#data);
    const { uid, gid } = this.#user;
    if (uid !== undefined && gid !== undefined) {
      chmodSync(this.#folder, 0o755);
      chownSync(this.#data, uid, gid);
    }
    const password = join(this.#folder, 'password');
    writeFileSync(password, 'secret\n');
    const flags = ['--username=understudy', '--auth=password', '--encoding=UTF8', '--no-locale', '--no-sync'];
    const made = this.#spawn(initdb, [`--pgdata=${this.#data}`, `--pwfile=${password}`, ...flags]);
    const [code] = await once(made, 'close');
    if (code !== 0) throw this.#failed('initdb');
    await this.resume();
  }

  /** Starts it again. */
  async resume() {
    const own = ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories='];
    const server = this.#spawn(this.#program, ['-D', this.#data, '-p', String(this.port), ...own, ...this.#flags]);
    const ready = new Promise((resolve) => {
      server.stderr.on('data', () => {
        if (this.#log.includes(READY)) resolve('ready');
      });
    });
    if ((await Promise.race([ready, once(server, 'close')])) !== 'ready') throw this.#failed('postgres');
  }

  /** Stops it as an administrator would, ending what runs, and keeps its data. */
  async halt() {
    const running = this.#running;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const closed = once(running, 'close');
    running.kill('SIGINT');
    await closed;
  }

  /** Stops it for good, and removes its folder. */
  async remove() {
    await this.halt();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** The same at once, for a process that has no time left. */
  removeNow() {
    this.#running?.kill('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  #spawn(program, flags) {
    this.#log = '';
    const env = { ...process.env, LC_ALL: 'C' };
    const child = spawn(program, flags, { ...this.#user, env, cwd: this.#folder, stdio: ['ignore', 'pipe', 'pipe'] });
    const keep = (text) => {
      this.#log = (this.#log + text).slice(-KEPT_LOG);
    };
    child.stdout.setEncoding('utf8').on('data', keep);
    child.stderr.setEncoding('utf8').on('data', keep);
    child.on('error', ({ message }) => keep(message));
    this.#running = child;
    return child;
  }

  #failed(program) {
    return new Error(`${program} of PostgreSQL did not start: ${this.#log}`);
  }
}
