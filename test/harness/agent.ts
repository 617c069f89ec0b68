import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { chownSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Docker from 'dockerode';
import { queryAgent } from '../../src/agent/admin-socket/client.ts';
import type { AgentStatus } from '../../src/agent/admin-socket/status.ts';
import { labels } from '../../src/agent/docker/engine/labels.ts';
import type { NodeExplanation } from '../../src/agent/reconcile/explain.ts';
import type { FileOwner } from '../../src/storage/as-user.ts';
import { commandAs } from './other-user.ts';
import type { ParsedJson } from './parsed-json.ts';
import { ownPortRange } from './port-range.ts';
import { until } from './until.ts';

const satrap = join(import.meta.dirname, '../../scripts/satrap');

/** An empty configuration file, in place of that of an agent which this machine may have. */
export const noConfig = '/dev/null';

export interface TestAgentOptions {
  url: string;
  apiKey: string;
  dockerSocket: string;
  images: Record<string, string>;
  name?: string;
  /** Default: a new folder. It is removed at the end. */
  dataDir?: string;
  /** The folder of its log. Default: the data directory. */
  logDir?: string;
  flags?: Record<string, string>;
  /** Modules that the agent loads first, for faults that cannot be caused from outside. */
  imports?: string[];
  env?: Record<string, string>;
  /** The script that runs the agent. Default: the one of this checkout. */
  program?: string;
  /** Runs it. Default: root. */
  user?: FileOwner;
}

/** A real agent in its own process, which a test may kill. */
export class TestAgent {
  readonly name: string;
  readonly dataDir: string;
  readonly docker: Docker;
  /** The script that `start` runs. Assign that of another release for an upgrade. */
  program: string;
  readonly #options: TestAgentOptions;
  readonly #ports = ownPortRange();
  #child: ChildProcess | undefined;
  #executorId: string | undefined;

  constructor(options: TestAgentOptions) {
    this.#options = options;
    this.program = options.program ?? satrap;
    this.name = options.name ?? `host-${randomBytes(4).toString('hex')}`;
    this.dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'satrap-agent-'));
    this.docker = new Docker({ socketPath: options.dockerSocket });
    writeFileSync(join(this.dataDir, 'api.key'), options.apiKey, { mode: 0o600 });
    const { user } = options;
    if (user !== undefined)
      for (const path of [this.dataDir, join(this.dataDir, 'api.key')]) chownSync(path, user.uid, user.gid);
  }

  /** The arguments of `satrap agent run`. */
  protected flags(): Record<string, string> {
    const { url, dockerSocket, images, flags = {} } = this.#options;
    return {
      url,
      name: this.name,
      'api-key-file': join(this.dataDir, 'api.key'),
      'data-dir': this.dataDir,
      'docker-socket': dockerSocket,
      images: Object.entries(images)
        .map(([version, image]) => `bitcoind/${version}=${image}`)
        .join(','),
      'allow-regtest': 'true',
      'p2p-bind-address': '127.0.0.1',
      'port-range': `${this.#ports.from}-${this.#ports.to}`,
      'reconcile-interval': '5',
      'log-level': 'trace',
      ...flags,
    };
  }

  start(extraEnv: Record<string, string> = {}): ChildProcess {
    const { imports = [], env = {}, user } = this.#options;
    const args = Object.entries(this.flags()).flatMap(([flag, value]) => [`--${flag}`, value]);
    const log = openSync(this.logFile, 'a', 0o600);
    const preload = imports.map((path) => `--import=${path}`).join(' ');
    const command = [this.program, 'agent', 'run', '--config', noConfig, ...args] as const;
    const [file, words] = user === undefined ? [command[0], command.slice(1)] : commandAs(user, command);
    const child = spawn(file, words, {
      stdio: ['ignore', log, log],
      env: {
        PATH: process.env['PATH'] ?? '',
        ...(preload === '' ? {} : { NODE_OPTIONS: preload }),
        ...env,
        ...extraEnv,
      },
    });
    this.#child = child;
    return child;
  }

  get logFile(): string {
    return join(this.#options.logDir ?? this.dataDir, 'agent.log');
  }

  get log(): string {
    return readFileSync(this.logFile, 'utf8');
  }

  get pid(): number {
    return this.#child?.pid ?? 0;
  }

  /** Kills it immediately; does nothing if it was killed before, and may still have calls in flight. */
  strike(): void {
    this.#child?.kill('SIGKILL');
  }

  get hasEnded(): boolean {
    return this.#child === undefined || this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  protected launch(): void {
    this.start();
  }

  /** Starts it, waits until a heartbeat has succeeded, and returns the executor's id. */
  async startAndSync(): Promise<string> {
    this.launch();
    return until('the agent has synced', async () => {
      if (this.hasEnded) throw new Error(`the agent has ended:\n${this.log.slice(-2000)}`);
      const status = await this.status().catch(() => undefined);
      // Its objects are found by this id even if it can no longer be queried.
      this.#executorId = status?.executorId ?? this.#executorId;
      return status?.lastSync.succeededAt && status.executorId;
    });
  }

  status(): Promise<AgentStatus> {
    return queryAgent<AgentStatus>(this.dataDir, '/status');
  }

  /** Waits until a heartbeat succeeds that was sent after this call. */
  async untilHeartbeat(): Promise<void> {
    const lastSync = async () => (await this.status()).lastSync.succeededAt ?? '';
    const former = await lastSync();
    await until('another heartbeat has succeeded', async () => (await lastSync()) > former);
  }

  record(nodeId: string): ParsedJson {
    using store = new DatabaseSync(join(this.dataDir, 'agent.db'), { readOnly: true });
    const row = store.prepare('SELECT document FROM node_memory WHERE node_id = ?').get(nodeId);
    return JSON.parse(String(row?.['document'] ?? '{}'));
  }

  explain(node: string): Promise<NodeExplanation> {
    return queryAgent<NodeExplanation>(this.dataDir, `/explain?node=${encodeURIComponent(node)}`);
  }

  /** Returns the exit code; null if it had ended, or was killed. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    const child = this.#child;
    if (child === undefined || this.hasEnded) return null;
    child.kill(signal);
    return (await this.exit())[0];
  }

  /** Resolves when the process that runs now ends. */
  async exit(): Promise<[code: number | null, signal: NodeJS.Signals | null]> {
    if (this.#child === undefined) throw new Error('it was not started');
    return (await once(this.#child, 'exit')) as [number | null, NodeJS.Signals | null];
  }

  async containers(nodeId?: string): Promise<Docker.ContainerInspectInfo[]> {
    const label = [
      `${labels.executor}=${await this.executorId()}`,
      ...(nodeId === undefined ? [] : [`${labels.node}=${nodeId}`]),
    ];
    const containers = await this.docker.listContainers({ all: true, filters: { label } });
    // One may be replaced in the meantime.
    const inspected = containers.map(({ Id }) => this.docker.getContainer(Id).inspect().catch(undefinedIfMissing));
    return (await Promise.all(inspected)).filter((each) => each !== undefined);
  }

  async volumes(): Promise<string[]> {
    const label = [`${labels.executor}=${await this.executorId()}`];
    const { Volumes } = await this.docker.listVolumes({ filters: { label } });
    return (Volumes ?? []).map(({ Name }) => Name);
  }

  async destroy(): Promise<void> {
    await this.stop('SIGKILL');
    // Some tests name a missing engine, on which nothing can have been created.
    if (this.#executorId !== undefined && existsSync(this.#options.dockerSocket)) {
      for (const { Id } of await this.containers()) {
        await this.docker.getContainer(Id).remove({ force: true });
      }
      for (const name of await this.volumes()) await this.docker.getVolume(name).remove();
    }
    rmSync(this.dataDir, { recursive: true, force: true });
  }

  async executorId(): Promise<string> {
    this.#executorId ??= (await this.status()).executorId ?? undefined;
    if (this.#executorId === undefined) throw new Error('the agent has no executor id yet');
    return this.#executorId;
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if ((error as { statusCode?: number }).statusCode !== 404) throw error;
}
