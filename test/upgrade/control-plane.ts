import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import type { GraphqlAnswer } from '../harness/control-plane.ts';
import { freePort } from '../harness/free-port.ts';
import type { Version } from '../harness/other-version.ts';
import { makeDatabase } from '../harness/server-database.ts';
import { until } from '../harness/until.ts';

/**
 * A control plane whose data is served by one version after another. Each is driven by its command line only, like an
 * operator.
 */
export class UpgradableControlPlane {
  readonly #port: number;
  readonly #dataDir: string;
  readonly #env: Record<string, string>;
  readonly #dropDatabase: () => Promise<void>;
  /** That of the first administrator. */
  personalKey = '';
  #child: ChildProcess | undefined;

  private constructor(port: number, dataDir: string, env: Record<string, string>, dropDatabase: () => Promise<void>) {
    this.#port = port;
    this.#dataDir = dataDir;
    this.#env = env;
    this.#dropDatabase = dropDatabase;
  }

  /** Lets `version` create a database in the PostgreSQL server of this URL. */
  static async init(version: Version, postgres: string): Promise<UpgradableControlPlane> {
    const { databaseUrl, drop } = await makeDatabase(postgres);
    const dataDir = mkdtempSync(join(tmpdir(), 'satrap-cp-'));
    const env = { PATH: process.env['PATH'] ?? '', DATABASE_URL: databaseUrl };
    const controlPlane = new UpgradableControlPlane(await freePort(), dataDir, env, drop);
    try {
      const owner = ['--email', 'owner@example.com', '--organization', 'Example'];
      const { personalKey } = await controlPlane.#run(version, ['init', ...owner]);
      controlPlane.personalKey = personalKey ?? '';
      return controlPlane;
    } catch (error) {
      await controlPlane.destroy();
      throw error;
    }
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/graphql`;
  }

  /** Creates a key in the database itself. */
  async createExecutorKey(version: Version): Promise<string> {
    const { key } = await this.#run(version, ['create-key', '--purpose', 'executor']);
    return key ?? '';
  }

  async serve(version: Version): Promise<void> {
    const log = openSync(this.#logFile, 'a', 0o600);
    const words = ['--data', this.#dataDir, '--port', String(this.#port), '--heartbeat', '1'];
    const child = spawn(version.satrap, ['control-plane', 'serve', ...words], {
      stdio: ['ignore', log, log],
      env: this.#env,
    });
    this.#child = child;
    await until('the control plane serves', async () => {
      if (child.exitCode !== null) {
        throw new Error(`the control plane has ended:\n${this.log}`);
      }
      return this.call('{ __typename }').catch(() => undefined);
    });
  }

  async stop(): Promise<void> {
    const child = this.#child;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }

  async call(query: string, variables: object = {}, key: string | null = this.personalKey): Promise<GraphqlAnswer> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(key === null ? {} : { authorization: `Bearer ${key}` }) },
      body: JSON.stringify({ query, variables }),
    });
    return { status: response.status, ...((await response.json()) as object) } as GraphqlAnswer;
  }

  /** The data of an answer without errors. */
  async ask(query: string, variables: object = {}, key: string = this.personalKey): Promise<GraphqlAnswer['data']> {
    const answer = await this.call(query, variables, key);
    if (answer.errors) throw new Error(JSON.stringify(answer.errors));
    return answer.data;
  }

  /** The end of the server's log. */
  get log(): string {
    return readFileSync(this.#logFile, 'utf8').slice(-2000);
  }

  get #logFile(): string {
    return join(this.#dataDir, `server-${this.#port}.log`);
  }

  async destroy(): Promise<void> {
    await this.stop();
    await this.#dropDatabase();
    rmSync(this.#dataDir, { recursive: true, force: true });
  }

  async #run({ satrap }: Version, words: string[]): Promise<Record<string, string>> {
    const all = ['control-plane', ...words, '--data', this.#dataDir, '--json'];
    const { stdout } = await execa(satrap, all, { env: this.#env, extendEnv: false });
    return JSON.parse(stdout) as Record<string, string>;
  }
}
