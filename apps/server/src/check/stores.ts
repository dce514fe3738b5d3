/** The stores beside memory that a run of the checks can use. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OptionError } from '../options/options.js';
import type { StartHost } from './host.js';

/** A store, and why it is not checked. */
export interface StoreUnderCheck {
  readonly name: string;
  /** The value of `--store`. */
  readonly store: string;
  readonly skipped?: string | undefined;
}

/** Why a store cannot be used; undefined where it can. */
async function reasonAgainst(start: StartHost, store: string): Promise<string | undefined> {
  try {
    await (await start({ store })).close();
    return undefined;
  } catch (error) {
    if (!(error instanceof OptionError)) throw error;
    // An address may hold a password, which the error does not show.
    return error.message;
  }
}

/** The stores, and what removes the files that they made. */
export async function usableStores(start: StartHost, postgres: string | undefined) {
  const folder = await mkdtemp(join(tmpdir(), 'understudy-check-'));
  const sqlite = `sqlite:${join(folder, 'check.db')}`;
  const probe = await reasonAgainst(start, `sqlite:${join(folder, 'probe.db')}`);
  const stores: StoreUnderCheck[] = [
    { name: 'sqlite', store: sqlite, skipped: probe },
    postgres === undefined
      ? { name: 'postgres', store: '', skipped: 'no database was given; --postgres postgres://… names one' }
      : { name: 'postgres', store: postgres, skipped: await reasonAgainst(start, postgres) },
  ];
  return { stores, close: () => rm(folder, { recursive: true, force: true }) };
}
