import { mkdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backup } from 'node:sqlite';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import type { Store } from '../store/database.ts';
import { changesNothing, describeDivergences, divergences } from './judge-rehearsal.ts';
import type { RehearsalReport } from './rehearsal-report.ts';
import { type Program, RehearsalFailed, runRehearsal } from './run-rehearsal.ts';
import { UpgradeFailed } from './upgrade-error.ts';

export interface RehearseOptions {
  targetVersion: string;
  programs: { fresh: Program; present: Program };
  database: Store;
  folder: string;
  runArguments: readonly string[];
  clock: Clock;
  signal: AbortSignal;
  /** Called with why it is tried again. */
  onTrouble(reason: string): void;
}

/** What differs must differ each time: nodes move on between the looks of two versions. */
const attempts = 3;
const retryPolicy = { firstMs: 2000, maxMs: 30_000 };

/** Compares the plans of the new and the present version on copies of the store. Throws UpgradeFailed where they differ. */
export async function rehearseUpgrade(options: RehearseOptions): Promise<void> {
  const { clock, signal, onTrouble } = options;
  const backoff = new Backoff(retryPolicy);
  try {
    for (let attempt = 1; ; ) {
      const found = await rehearseOnce(options);
      if (found === null) return;
      if (found.isOfRelease && attempt++ >= attempts) throw new UpgradeFailed(found.fault);
      onTrouble(`${found.fault}; looked at again`);
      await clock.sleep(backoff.next(), signal);
      signal.throwIfAborted();
    }
  } finally {
    await rm(options.folder, { recursive: true, force: true });
  }
}

interface Fault {
  fault: string;
  isOfRelease: boolean;
}

async function rehearseOnce(options: RehearseOptions): Promise<Fault | null> {
  const { programs, targetVersion } = options;
  const fresh = await rehearsalOf(programs.fresh, options);
  if (typeof fresh !== 'string' && fresh.version !== targetVersion)
    return { fault: `what was fetched is version ${fresh.version} and not ${targetVersion}`, isOfRelease: true };
  if (typeof fresh !== 'string' && changesNothing(fresh)) return null;
  const present = await rehearsalOf(programs.present, options);
  if (typeof fresh === 'string')
    return {
      fault: `the version ${targetVersion} could not rehearse: ${fresh}${typeof present === 'string' ? ' (neither can the present one)' : ''}`,
      isOfRelease: true,
    };
  if (typeof present === 'string')
    return { fault: `the present version could not rehearse, to be compared with: ${present}`, isOfRelease: true };
  const unseen = present.nodes.find(({ error }) => error !== null);
  if (unseen !== undefined) return { fault: `${unseen.name} cannot be looked at: ${unseen.error}`, isOfRelease: false };
  const found = divergences(fresh, present);
  return found.length === 0 ? null : { fault: describeDivergences(targetVersion, found), isOfRelease: true };
}

/** Returns why a version could not rehearse, where it could not. Each one migrates a copy of its own. */
async function rehearsalOf(
  program: Program,
  { database, folder, runArguments, signal }: RehearseOptions,
): Promise<RehearsalReport | string> {
  await rm(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  await backup(database, join(folder, 'agent.db'));
  signal.throwIfAborted();
  try {
    return await runRehearsal(program, { store: folder, runArguments, signal });
  } catch (error) {
    if (!(error instanceof RehearsalFailed)) throw error;
    return errorMessage(error);
  }
}
