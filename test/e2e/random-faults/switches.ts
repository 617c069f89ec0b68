import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { newSwitch } from '../../../src/upgrade-watcher/journal.ts';
import { ProgramFolder } from '../../../src/upgrade-watcher/program-folder.ts';
import { type WatcherFiles, watcherFiles } from '../../../src/upgrade-watcher/watcher-files.ts';
import type { TestAgent } from '../../harness/agent.ts';
import type { BuiltProgram } from '../../harness/built-program.ts';
import { putAgent } from '../../harness/other-version.ts';
import type { AgentKeeper } from './agent-keeper.ts';
import type { UnitAnswer, UnitCall, WatcherJob } from './watcher-process.ts';

const versions = ['90.0.1', '90.0.2'] as const;

/** Two versions of the agent's program beside each other, and the real watcher, which switches between them. */
export class Switches {
  readonly folder: ProgramFolder;
  readonly #own: WatcherFiles;
  readonly #job: WatcherJob;
  readonly #keeper: () => AgentKeeper;
  #watcher: ChildProcess | undefined;
  #count = 0;
  /** The output of the watchers. */
  log = '';

  constructor(folder: string, dataDir: string, program: BuiltProgram, keeper: () => AgentKeeper) {
    this.folder = new ProgramFolder(join(folder, 'opt'));
    const ownFolder = join(folder, 'watcher');
    this.#own = watcherFiles(ownFolder);
    this.#job = { dataDir, ownFolder, programFolder: this.folder.path, env: {} };
    this.#keeper = keeper;
    for (const version of versions) {
      const path = this.folder.versionFolder(version);
      putAgent(path, version, program, join(path, 'bin/satrap'), ['schema', 'templates']);
    }
    this.folder.point('current', versions[0]);
  }

  get program(): string {
    return join(this.folder.path, 'current/bin/satrap');
  }

  /** How the previous version reaches the engine and the control plane. */
  probeWith({ name, dataDir }: TestAgent, url: string, dockerSocket: string): void {
    this.#job.env = {
      ...{ SATRAP_AGENT_NAME: name, SATRAP_AGENT_URL: url, SATRAP_AGENT_DATA_DIR: dataDir },
      ...{ SATRAP_AGENT_DOCKER_SOCKET: dockerSocket, SATRAP_AGENT_API_KEY_FILE: join(dataDir, 'api.key') },
    };
  }

  get isUnderWay(): boolean {
    return this.#own.journal.read() !== null;
  }

  /** Starts a switch to the other version, unless one is in progress. */
  begin(): void {
    if (this.isUnderWay) return;
    const from = this.folder.versionOf('current') ?? '';
    const to = versions.find((version) => version !== from) ?? '';
    this.#own.journal.write(newSwitch({ requestId: `switch-${++this.#count}`, from, to, archive: null }));
    this.#watch();
  }

  /** Another one is started at once, like the watcher's unit. */
  killWatcher(): void {
    this.#watcher?.kill('SIGKILL');
  }

  async stop(): Promise<void> {
    const watcher = this.#watcher;
    this.#watcher = undefined;
    if (watcher === undefined) return;
    watcher.removeAllListeners('exit');
    watcher.kill('SIGKILL');
    await once(watcher, 'exit');
  }

  #watch(): void {
    const watcher = fork(join(import.meta.dirname, 'watcher-process.ts'), [JSON.stringify(this.#job)], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    this.#watcher = watcher;
    for (const stream of [watcher.stdout, watcher.stderr])
      stream?.on('data', (text) => {
        this.log += String(text);
      });
    watcher.on('message', (call) => void this.#answer(watcher, call as UnitCall));
    watcher.once('exit', () => {
      this.#watcher = undefined;
      if (this.isUnderWay) this.#watch();
    });
  }

  /** Carries out the watcher's service manager calls. */
  async #answer(watcher: ChildProcess, { id, what }: UnitCall): Promise<void> {
    const keeper = this.#keeper();
    if (what === 'stop') await keeper.stop();
    // Like `systemctl restart --no-block`.
    if (what === 'restart') void keeper.restart();
    const { isRunning, isRestarted, restarts, lastExit } = keeper;
    const answer: UnitAnswer = { id, state: { isRunning, isRestarted, restarts, lastExit } };
    if (watcher.connected) watcher.send(answer);
  }
}
