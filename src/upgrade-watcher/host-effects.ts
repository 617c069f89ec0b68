import { rmSync } from 'node:fs';
import { switchFiles } from '../agent/store/switch-store.ts';
import { asUser, type FileOwner } from '../storage/as-user.ts';
import type { AgentUnit, UnitState } from './agent-unit.ts';
import type { SwitchEffects } from './effects.ts';
import type { SwitchJournal } from './journal.ts';
import type { ProgramFolder } from './program-folder.ts';
import { runAsUser } from './run-as-user.ts';
import { unpackVersion } from './unpack.ts';

export interface HostEffectsOptions {
  folder: ProgramFolder;
  dataDir: string;
  user: FileOwner;
  unit: AgentUnit;
}

/** A host with systemd, on which versions lie beside each other. */
export class HostEffects implements SwitchEffects {
  readonly look = 'journalctl -u satrap-agent';
  readonly #options: HostEffectsOptions;
  /** Where the new version's words begin in the journal of the host; null after a watcher was ended in between. */
  #cursor: string | null = null;

  constructor(options: HostEffectsOptions) {
    this.#options = options;
  }

  async unpack({ from, to, archive }: SwitchJournal, signal: AbortSignal): Promise<void> {
    const { folder, user } = this.#options;
    if (archive !== null) await unpackVersion({ folder, user, from, to, archive, signal });
  }

  async stop(): Promise<void> {
    await this.#options.unit.stop();
  }

  async switchStore({ from, to, direction }: SwitchJournal, signal: AbortSignal): Promise<void> {
    const { folder, dataDir, user, unit } = this.#options;
    const isBack = direction === 'back';
    const words = ['agent', 'upgrade-store', 'switch', dataDir, folder.program(isBack ? from : to)];
    // Only the program of the former version is sure to work.
    const switched = runAsUser(user, folder.program(from), [...words, ...(isBack ? ['--back'] : [])], signal);
    [this.#cursor] = await Promise.all([unit.cursor(), switched]);
  }

  async point({ from, to, direction }: SwitchJournal): Promise<void> {
    this.#options.folder.point('current', direction === 'forward' ? to : from);
  }

  async restart(): Promise<void> {
    await this.#options.unit.restart();
  }

  state(): Promise<UnitState> {
    return this.#options.unit.state();
  }

  lastWords(): Promise<string | null> {
    return this.#options.unit.lastWords(this.#cursor);
  }

  async commit({ from, to }: SwitchJournal): Promise<null> {
    const { folder, user, dataDir } = this.#options;
    folder.point('former', from);
    folder.point('watcher', to);
    folder.keepOnly([from, to]);
    asUser(user, () => rmSync(switchFiles(dataDir).failed, { force: true }));
    return null;
  }

  toStart(): string {
    return 'systemctl start satrap-agent';
  }

  /** Another version that lies there does no harm, and the next upgrade removes it. */
  async returned(): Promise<void> {}
}
