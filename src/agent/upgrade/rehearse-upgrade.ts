import { mkdirSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { errorMessage } from '../../text/error-message.ts';
import { Backoff } from '../../timing/backoff.ts';
import type { Clock } from '../../timing/clock.ts';
import type { UpgradeFiles } from '../../upgrade/upgrade-files.ts';
import type { Store } from '../store/database.ts';
import { type ProgramEnd, type ProgramOptions, runProgram } from './run-program.ts';
import { becameFull, isNoRoom, UpgradeFailed } from './upgrade-error.ts';

export interface Program {
  command: string;
  args: readonly string[];
  /** How to run it, if not as a process beside this one. */
  run?(command: string, args: readonly string[], options: ProgramOptions): Promise<ProgramEnd>;
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

export interface RehearsedVersion {
  targetVersion: string;
  /** Puts it into the empty folder `staged`. */
  prepare(): Promise<Program>;
  /** The activities that a full disk interrupts. */
  full: string;
}

/** A difference must show each time: nodes change between the rehearsals of two versions. */
const attempts = 3;
const retryPolicy = { firstMs: 2000, maxMs: 30_000 };

/** Compares a new version's plans with the current one's, on copies of the store. Throws UpgradeFailed. */
export async function rehearseUpgrade(
  { targetVersion, prepare, full }: RehearsedVersion,
  agent: RehearsingAgent,
  show: (progress: null, trouble: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const { staged } = agent.files;
  const backoff = new Backoff(retryPolicy);
  try {
    // A killed agent may have left a partial one.
    await rm(staged, { recursive: true, force: true });
    await mkdir(staged, { recursive: true, mode: 0o700 });
    const fresh = await prepare();
    for (let attempt = 1; ; ) {
      const found = await rehearseOnce(targetVersion, fresh, agent, signal);
      if (found === null) return;
      if (found.isOfRelease && attempt++ >= attempts) throw new UpgradeFailed(found.fault);
      show(null, `${found.fault}; retrying`);
      await agent.clock.sleep(backoff.next(), signal);
      signal.throwIfAborted();
    }
  } catch (error) {
    throw isNoRoom(error) ? becameFull(agent.dataDir, full) : error;
  } finally {
    await rm(staged, { recursive: true, force: true });
  }
}

async function rehearseOnce(targetVersion: string, program: Program, agent: RehearsingAgent, signal: AbortSignal) {
  const ofRelease = (fault: string) => ({ fault, isOfRelease: true });
  const fresh = await rehearsalOf(program, agent, signal);
  if (typeof fresh !== 'string' && fresh.version !== targetVersion)
    return ofRelease(`the download contains version ${fresh.version} instead of ${targetVersion}`);
  if (typeof fresh !== 'string' && changesNothing(fresh)) return null;
  const present = await rehearsalOf(agent.present, agent, signal);
  if (typeof fresh === 'string')
    return ofRelease(
      `rehearsal of version ${targetVersion} failed: ${fresh}${typeof present === 'string' ? ' (the current version fails too)' : ''}`,
    );
  if (typeof present === 'string') return ofRelease(`rehearsal of the current version failed: ${present}`);
  const unseen = present.nodes.find(({ error }) => error !== null);
  if (unseen !== undefined) return { fault: `cannot observe ${unseen.name}: ${unseen.error}`, isOfRelease: false };
  const found = divergences(fresh, present);
  return found.length === 0 ? null : ofRelease(describeDivergences(targetVersion, found));
}

/** Returns why a version's rehearsal failed, if it did. Each one migrates a copy of its own. */
async function rehearsalOf(program: Program, { database, files, runArguments }: RehearsingAgent, signal: AbortSignal) {
  const store = join(files.staged, 'store');
  await rm(store, { recursive: true, force: true });
  mkdirSync(store, { recursive: true, mode: 0o700 });
  signal.throwIfAborted();
  // At once: Node’s backup ends with “not an error” where this agent is writing when it begins.
  database.prepare('VACUUM INTO ?').run(join(store, 'agent.db'));
  return runRehearsal(program, { store, runArguments, signal });
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

/** The heap limit of a rehearsal. It handles the same state as the agent. */
const heapMiB = 192;
const timeoutMs = 60_000;

/** Lets a version plan every node of a copy of the store. Returns why it failed, if it did. */
export async function runRehearsal(
  { command, args, run = runProgram }: Program,
  { store, runArguments, signal }: { store: string; runArguments: readonly string[]; signal: AbortSignal },
): Promise<RehearsalReport | string> {
  // It must not notify systemd on behalf of the service.
  const { NOTIFY_SOCKET: _socket, WATCHDOG_USEC: _usec, WATCHDOG_PID: _pid, ...inherited } = process.env;
  const end = await run(command, [...args, 'agent', 'rehearse', '--store', store, ...runArguments], {
    env: { ...inherited, NODE_OPTIONS: `--max-old-space-size=${heapMiB}` },
    timeoutMs,
    signal,
  });
  signal.throwIfAborted();
  const withLastWords = (fault: string) => (end.lastWords === '' ? fault : `${fault}; last output: ${end.lastWords}`);
  const fault = faultOf(end);
  if (fault !== null) return withLastWords(fault);
  try {
    return rehearsalReport.parse(JSON.parse(end.stdout));
  } catch (error) {
    return withLastWords(`invalid output (${errorMessage(error)})`);
  }
}

function faultOf({ code, ended, hasTimedOut }: ProgramEnd): string | null {
  if (hasTimedOut) return `timeout after ${timeoutMs / 1000} s`;
  if (ended === 'EACCES')
    return 'cannot start it; check that the disk of the data directory is not mounted with noexec';
  if (ended !== null) return `killed by ${ended}`;
  return code === 0 ? null : `exit code ${code}`;
}

/** The rehearsal's output, one line of JSON. Other versions read it: only add fields. */
export const rehearsalReport = z.object({
  version: z.string(),
  nodes: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      steps: z.array(z.object({ action: z.string(), why: z.string() })),
      /** Why a node could not be planned; null if it could. */
      error: z.string().nullable(),
    }),
  ),
});

export type RehearsalReport = z.infer<typeof rehearsalReport>;
