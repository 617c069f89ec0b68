import { rmSync } from 'node:fs';
import { gt } from 'semver';
import { switchFiles } from '../agent/store/switch-store.ts';
import { runProgram } from '../agent/upgrade/run-program.ts';
import { asUser, type FileOwner } from '../storage/as-user.ts';
import type { AgentUnit, StopDetector } from './agent-unit.ts';
import type { SwitchJournal } from './journal.ts';
import type { SwitchEffects } from './phases.ts';
import type { ProgramFolder } from './program-folder.ts';
import { unpackVersion } from './unpack.ts';

export interface HostEffectsOptions {
  folder: ProgramFolder;
  dataDir: string;
  user: FileOwner;
  unit: Pick<AgentUnit, 'stop' | 'restart' | 'state' | 'cursor' | 'lastWords'>;
  stopDetector: Pick<StopDetector, 'begin' | 'isUnstopped' | 'end'>;
}

/** A failed version may not stop in time either. */
const failedGraceMs = 5000;

/** A host with systemd and versions beside each other. */
export function hostEffects({ folder, dataDir, user, unit, stopDetector }: HostEffectsOptions) {
  /** Cursor of the new version's output in the journal; null after a restart of the watcher. */
  let cursor: string | null = null;

  /** After a reboot, systemd has started the agent, or is about to. */
  const isStoppedByOthers = async () => !(await stopDetector.isUnstopped()) && (await unit.state()).isStopped;

  return {
    look: 'journalctl -u satrap-agent',
    async unpack({ from, to, archive }: SwitchJournal, signal: AbortSignal): Promise<void> {
      if (archive !== null) await unpackVersion({ folder, user, from, to, archive, signal });
    },
    hold: () => stopDetector.begin(),
    async stop({ direction }: Pick<SwitchJournal, 'direction'>): Promise<void> {
      if (await isStoppedByOthers()) return;
      await stopDetector.begin();
      await unit.stop(direction === 'back' ? failedGraceMs : undefined);
    },
    async switchStore({ from, to, direction }: SwitchJournal, signal: AbortSignal): Promise<void> {
      const isBack = direction === 'back';
      const words = ['agent', 'upgrade-store', 'switch', dataDir, folder.program(isBack ? from : to)];
      // The earlier one has worked here. The later one may hang, also if an operator goes back from it.
      const known = gt(from, to) ? to : from;
      const switched = runAsUser(user, folder.program(known), [...words, ...(isBack ? ['--back'] : [])], signal);
      [cursor] = await Promise.all([unit.cursor(), switched]);
    },
    async point({ from, to, direction }: SwitchJournal): Promise<void> {
      folder.point('current', direction === 'forward' ? to : from);
    },
    async restart(): Promise<void> {
      const isWatched = await stopDetector.isUnstopped();
      if (!isWatched && (await unit.state()).isStopped) return;
      await unit.restart();
      // Someone stopped it just before it was started.
      if (isWatched && !(await stopDetector.isUnstopped())) await unit.stop();
      await stopDetector.end();
    },
    state: () => unit.state(),
    lastWords: () => unit.lastWords(cursor),
    async commit({ from, to }: SwitchJournal): Promise<null> {
      folder.point('former', from);
      folder.point('watcher', to);
      folder.removeUnused();
      asUser(user, () => rmSync(switchFiles(dataDir).failed, { force: true }));
      return null;
    },
    toStart: () => 'systemctl start satrap-agent',
    async returned(): Promise<void> {
      await stopDetector.end();
      folder.removeUnused();
    },
  } satisfies SwitchEffects;
}

/** Runs a program as the agent's user, and waits for no process it leaves behind. Throws an Error with its output. */
export async function runAsUser(user: FileOwner, program: string, words: readonly string[], signal: AbortSignal) {
  const env = { PATH: process.env['PATH'] ?? '' };
  const isRoot = process.getuid?.() === 0;
  const { code, ended, lastWords } = await runProgram(program, words, { env, signal, ...(isRoot ? { user } : {}) });
  if (code === 0) return;
  signal.throwIfAborted();
  throw new Error(lastWords.replace(/^error: /, '') || `${program} exited with ${ended ?? code}`);
}
