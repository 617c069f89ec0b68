import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '../../timing/clock.ts';
import type { UpgradeFiles } from '../../upgrade/upgrade-files.ts';
import type { Store } from '../store/database.ts';
import { rehearseUpgrade } from './rehearse-upgrade.ts';
import { becameFull } from './room.ts';
import type { Program } from './run-rehearsal.ts';
import { isNoRoom } from './upgrade-error.ts';

/** What rehearses, and what it is compared with. */
export interface RehearsingAgent {
  dataDir: string;
  files: UpgradeFiles;
  present: Program;
  runArguments: readonly string[];
  database: Store;
  clock: Clock;
}

interface RehearsalRun {
  show(progress: null, trouble: string): void;
  signal: AbortSignal;
  full: string;
}

/** Rehearses a version, which `prepare` puts into the empty folder `staged`. Leaves nothing there. Throws UpgradeFailed. */
export async function rehearsePrepared(
  targetVersion: string,
  prepare: () => Promise<Program>,
  { files, dataDir, present, runArguments, database, clock }: RehearsingAgent,
  { show, signal, full }: RehearsalRun,
): Promise<void> {
  try {
    // What an agent that was killed left there may not be whole.
    await rm(files.staged, { recursive: true, force: true });
    await mkdir(files.staged, { recursive: true, mode: 0o700 });
    await rehearseUpgrade({
      ...{ targetVersion, database, runArguments, clock, signal },
      programs: { fresh: await prepare(), present },
      folder: join(files.staged, 'store'),
      onTrouble: (reason) => show(null, reason),
    });
  } catch (error) {
    if (isNoRoom(error)) throw becameFull(dataDir, full);
    throw error;
  } finally {
    await rm(files.staged, { recursive: true, force: true });
  }
}
