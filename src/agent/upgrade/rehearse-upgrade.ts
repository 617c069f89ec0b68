import { mkdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { backup } from 'node:sqlite';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import type { UpgradeFiles } from '../../upgrade/upgrade-files.ts';
import type { Store } from '../store/database.ts';
import { becameFull } from './room.ts';
import { type Program, RehearsalFailed, type RehearsalReport, runRehearsal } from './run-rehearsal.ts';
import { isNoRoom, UpgradeFailed } from './upgrade-error.ts';

export interface RehearseOptions {
  targetVersion: string;
  programs: { fresh: Program; present: Program };
  database: Store;
  folder: string;
  runArguments: readonly string[];
  clock: Clock;
  signal: AbortSignal;
  /** Called with the reason of each retry. */
  onTrouble(reason: string): void;
}

/** A difference must show each time: nodes change between the rehearsals of two versions. */
const attempts = 3;
const retryPolicy = { firstMs: 2000, maxMs: 30_000 };

/**
 * Compares the plans of the new and the current version on copies of the store. Throws UpgradeFailed if they differ.
 */
export async function rehearseUpgrade(options: RehearseOptions): Promise<void> {
  const { clock, signal, onTrouble } = options;
  const backoff = new Backoff(retryPolicy);
  try {
    for (let attempt = 1; ; ) {
      const found = await rehearseOnce(options);
      if (found === null) return;
      if (found.isOfRelease && attempt++ >= attempts) throw new UpgradeFailed(found.fault);
      onTrouble(`${found.fault}; retrying`);
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
    return { fault: `the download contains version ${fresh.version} instead of ${targetVersion}`, isOfRelease: true };
  if (typeof fresh !== 'string' && changesNothing(fresh)) return null;
  const present = await rehearsalOf(programs.present, options);
  if (typeof fresh === 'string')
    return {
      fault: `rehearsal of version ${targetVersion} failed: ${fresh}${typeof present === 'string' ? ' (the current version fails too)' : ''}`,
      isOfRelease: true,
    };
  if (typeof present === 'string')
    return { fault: `rehearsal of the current version failed: ${present}`, isOfRelease: true };
  const unseen = present.nodes.find(({ error }) => error !== null);
  if (unseen !== undefined) return { fault: `cannot observe ${unseen.name}: ${unseen.error}`, isOfRelease: false };
  const found = divergences(fresh, present);
  return found.length === 0 ? null : { fault: describeDivergences(targetVersion, found), isOfRelease: true };
}

/** Returns why a version's rehearsal failed, if it did. Each one migrates a copy of its own. */
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

export interface Divergence {
  node: string;
  what: string;
}

export const changesNothing = ({ nodes }: RehearsalReport): boolean =>
  nodes.every(({ steps, error }) => steps.length === 0 && error === null);

/** Returns the new version's plans for nodes that the current version would not make for the same state. */
export function divergences(fresh: RehearsalReport, present: RehearsalReport): Divergence[] {
  const before = new Map(present.nodes.map((node) => [node.id, node]));
  return fresh.nodes.flatMap((node) => {
    const known = before.get(node.id);
    if (node.error !== null)
      return known?.error ? [] : [{ node: node.name, what: `it cannot observe the node: ${node.error}` }];
    const planned = new Set(known?.steps.map(({ action }) => action));
    return node.steps
      .filter(({ action }) => !planned.has(action))
      .map(({ action, why }) => ({ node: node.name, what: `it would ${action} (${why})` }));
  });
}

export function describeDivergences(version: string, found: readonly Divergence[]): string {
  const shown = found.slice(0, 5).map(({ node, what }) => `${node}: ${what}`);
  const rest = found.length > shown.length ? `; and ${found.length - shown.length} more` : '';
  return `version ${version} would change the nodes of this host: ${shown.join('; ')}${rest}; keeping the current version, contact the publisher of the release`;
}

/** The rehearsing version and its reference. */
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

/**
 * Rehearses a version, which `prepare` puts into the empty folder `staged`. Leaves nothing there. Throws UpgradeFailed.
 */
export async function rehearsePrepared(
  targetVersion: string,
  prepare: () => Promise<Program>,
  { files, dataDir, present, runArguments, database, clock }: RehearsingAgent,
  { show, signal, full }: RehearsalRun,
): Promise<void> {
  try {
    // A killed agent may have left a partial one.
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
