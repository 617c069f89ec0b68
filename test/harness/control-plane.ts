import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { copyFileSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { destination, pino } from 'pino';
import { type InitResult, initControlPlane } from '../../src/control-plane/commands/init.ts';
import { buildSecret, secretPath, storeSecret } from '../../src/control-plane/people/accounts/secret.ts';
import { errorForLog } from '../../src/control-plane/platform/database/connection-fault.ts';
import { RequestScope } from '../../src/control-plane/platform/monitoring/request-scope.ts';
import { type RunningControlPlane, serveControlPlane } from '../../src/control-plane/serve.ts';
import { type ControlPlaneSettings, defaultSettings, type SignUpMode } from '../../src/control-plane/settings.ts';
import { errorMessage } from '../../src/text/error-message.ts';
import { freePort } from './free-port.ts';
import { dataOf, type GraphqlAnswer, post } from './graphql.ts';
import { copyEmbedded, copyInitialised, owner } from './initialised-database.ts';
import { makeServerDatabase, quiet } from './server-database.ts';
import { until } from './until.ts';

const script = join(import.meta.dirname, '../../scripts/satrap');

export type { GraphqlAnswer } from './graphql.ts';

export interface TestControlPlaneOptions {
  /** URL of a PostgreSQL server other than the set-up's. A database is created there. */
  postgres?: string;
  /** URL of an empty database, which nobody drops. */
  databaseUrl?: string;
  embedded?: boolean;
  /** URL of a proxy in front of the set-up's server. */
  proxy?: string;
  heartbeatSeconds?: number;
  metrics?: boolean;
  /** Needs `ownProcess`. */
  traceEndpoint?: string;
  signUp?: SignUpMode;
  publicUrl?: string;
  consoleDir?: string;
  /** Ranges that webhooks may go to besides public addresses. */
  webhookAllow?: readonly string[];
  /** File of the mail server; in this process only. */
  smtp?: string;
  logLevel?: string;
  /** In its own process: for tests of kills, signals, memory and CPU time, and of faults that a process survives. */
  ownProcess?: boolean;
  /** The same through `scripts/satrap`, with the flags and the compiled modules that users of a clone have. Default: from a bundle. */
  throughScript?: boolean;
  port?: number;
  recover?: boolean;
}

/** A real control plane on its own database, in this process unless an option requires another. */
export class TestControlPlane {
  readonly settings: ControlPlaneSettings;
  readonly made: InitResult;
  readonly #options: TestControlPlaneOptions;
  readonly #dropDatabase: () => Promise<void>;
  #child: ChildProcess | undefined;
  #running: RunningControlPlane | undefined;
  #ownerPassword: Promise<string> | undefined;

  private constructor(
    options: TestControlPlaneOptions,
    settings: ControlPlaneSettings,
    made: InitResult,
    dropDatabase: () => Promise<void>,
  ) {
    this.#options = options;
    this.settings = settings;
    this.made = made;
    this.#dropDatabase = dropDatabase;
  }

  static async start(options: TestControlPlaneOptions = {}): Promise<TestControlPlane> {
    const { heartbeatSeconds = 1, signUp = 'invitation', publicUrl } = options;
    const dataDir = mkdtempSync(join(tmpdir(), 'satrap-cp-'));
    const { copied, databaseUrl, drop } = await databaseFor(options, dataDir);
    const settings: ControlPlaneSettings = {
      ...{ ...defaultSettings, databaseUrl: behind(databaseUrl, options.proxy), signUp, publicUrl, dataDir },
      port: options.port ?? (await freePort()),
      metrics: options.metrics ? { host: '127.0.0.1', port: await freePort() } : undefined,
      production: true,
      heartbeatIntervalSeconds: heartbeatSeconds,
      eventRetentionDays: 30,
    };
    if (copied !== undefined) storeSecret(settings.dataDir, buildSecret(copied.secret));
    const made =
      copied?.made ?? (await initControlPlane(settings, { ...owner, recover: options.recover ?? false }, quiet));
    const controlPlane = new TestControlPlane(options, settings, made, drop);
    await controlPlane.serve();
    return controlPlane;
  }

  /** Serves another replica on the same database, in its own process and with its own data folder. */
  async startBeside(): Promise<TestControlPlane> {
    const settings = { ...this.settings, port: await freePort(), dataDir: mkdtempSync(join(tmpdir(), 'satrap-cp-')) };
    copyFileSync(secretPath(this.settings.dataDir), secretPath(settings.dataDir));
    const replica = new TestControlPlane({ ...this.#options, ownProcess: true }, settings, this.made, async () => {});
    await replica.serve();
    return replica;
  }

  get url(): string {
    return `http://127.0.0.1:${this.settings.port}/graphql`;
  }

  get pid(): number {
    if (this.#child?.pid === undefined) throw new Error('it has no process of its own: start it with ownProcess');
    return this.#child.pid;
  }

  get isServing(): boolean {
    const child = this.#child;
    return this.#running !== undefined || (child !== undefined && child.exitCode === null && child.signalCode === null);
  }

  get personalKey(): string {
    return this.made.personalKey;
  }

  get #logFile(): string {
    return join(this.settings.dataDir, 'server.log');
  }

  get log(): string {
    return readFileSync(this.#logFile, 'utf8');
  }

  async key(purpose: 'executor' | 'personal', name = 'test'): Promise<string> {
    const data = await this.ask('mutation($input: ApiKeyCreateInput!) { createApiKey(data: $input) { secret } }', {
      input: { purpose, name },
    });
    return data.createApiKey.secret;
  }

  async call(query: string, variables: object = {}, key: string | null = this.personalKey): Promise<GraphqlAnswer> {
    const authorization: Record<string, string> = key === null ? {} : { authorization: `Bearer ${key}` };
    const { headers: _headers, ...answer } = await post(this.url, authorization, query, variables);
    return answer;
  }

  async ask(query: string, variables?: object, key?: string | null): Promise<GraphqlAnswer['data']> {
    return dataOf(await this.call(query, variables, key));
  }

  async serve(): Promise<void> {
    const { ownProcess, throughScript } = this.#options;
    if (ownProcess || throughScript) await this.#spawn();
    else await this.#serveHere();
  }

  async #serveHere(): Promise<void> {
    const { consoleDir, webhookAllow, smtp, logLevel: level = 'trace' } = this.#options;
    const requests = new RequestScope();
    const log = pino(
      { level, serializers: { err: errorForLog }, mixin: requests.fields },
      destination({ dest: this.#logFile, sync: true, mode: 0o600 }),
    );
    this.#running = await serveControlPlane({ ...this.settings, consoleDir, webhookAllow, smtp }, log, requests);
  }

  async #spawn(): Promise<void> {
    const { host, port, dataDir, heartbeatIntervalSeconds, databaseUrl, signUp, publicUrl, metrics } = this.settings;
    const { consoleDir, webhookAllow = [], logLevel = 'trace', traceEndpoint } = this.#options;
    const words = [
      ...['control-plane', 'serve', '--host', host, '--port', String(port), '--data', dataDir],
      ...['--heartbeat', String(heartbeatIntervalSeconds), '--sign-up', signUp],
      ...(metrics === undefined ? [] : ['--metrics-port', String(metrics.port)]),
      ...(publicUrl === undefined ? [] : ['--public-url', publicUrl]),
      ...(consoleDir === undefined ? [] : ['--console', consoleDir]),
      ...webhookAllow.flatMap((range) => ['--webhook-allow', range]),
    ];
    const log = openSync(this.#logFile, 'a', 0o600);
    const { program, env } = this.#options.throughScript ? { program: [script], env: {} } : await bundled();
    const [file = '', ...before] = program;
    const traces = { OTEL_EXPORTER_OTLP_ENDPOINT: traceEndpoint, OTEL_BSP_SCHEDULE_DELAY: '200' };
    const child = spawn(file, [...before, ...words], {
      stdio: ['ignore', log, log],
      env: {
        ...{ PATH: process.env['PATH'] ?? '', ...env, SATRAP_LOG_LEVEL: logLevel },
        ...(traceEndpoint === undefined ? {} : traces),
        ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }),
      },
    });
    this.#child = child;
    const serves = async () => {
      if (child.exitCode !== null) throw new Error('the control plane has ended');
      return (await fetch(this.url).catch(() => null)) !== null;
    };
    await until('the control plane serves', serves).catch((error: unknown) => {
      child.kill('SIGKILL');
      throw new Error(`${errorMessage(error)}; its log ends with:\n${this.log.slice(-2000)}`);
    });
  }

  /** The password of the first person, set with the link of `init` on first use. */
  ownerPassword(): Promise<string> {
    const newPassword = randomBytes(18).toString('base64url');
    const input = { token: this.made.passwordLink.token, newPassword };
    this.#ownerPassword ??= this.ask(
      'mutation($input: PasswordResetInput!) { resetPassword(data: $input) { person { id } } }',
      { input },
      null,
    ).then(() => newPassword);
    return this.#ownerPassword;
  }

  /** Stops serving; the database stays. Returns the exit code; null if it did not serve, or was killed. */
  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    if (!this.isServing) return null;
    const running = this.#running;
    if (running !== undefined) {
      if (signal !== 'SIGTERM') throw new Error('it has no process of its own to kill: start it with ownProcess');
      this.#running = undefined;
      await running.close();
      return 0;
    }
    const child = this.#child;
    child?.kill(signal);
    return child === undefined ? null : (await once(child, 'exit'))[0];
  }

  async destroy(): Promise<void> {
    await this.stop();
    await this.#dropDatabase();
    rmSync(this.settings.dataDir, { recursive: true, force: true });
  }
}

/** A database of its own for each control plane: a copy of an initialised one, unless an option changes what `init` stores. */
async function databaseFor(options: TestControlPlaneOptions, dataDir: string) {
  const { embedded, postgres, databaseUrl: given, publicUrl, recover, throughScript } = options;
  if (given !== undefined) return { copied: undefined, databaseUrl: given, drop: async () => {} };
  const isUsual = !recover && !throughScript && postgres === undefined && publicUrl === undefined;
  if (embedded) {
    const copied = isUsual ? await copyEmbedded(dataDir) : undefined;
    return { copied, databaseUrl: undefined, drop: async () => {} };
  }
  const copied = isUsual ? await copyInitialised() : undefined;
  const { databaseUrl, drop } = copied ?? (await makeServerDatabase(postgres));
  return { copied, databaseUrl, drop };
}

const behind = (databaseUrl: string | undefined, proxy: string | undefined): string | undefined =>
  databaseUrl === undefined || proxy === undefined
    ? databaseUrl
    : Object.assign(new URL(databaseUrl), { host: new URL(proxy).host }).href;

/** Loaded only here, because a bench has no set-up of vitest. */
async function bundled(): Promise<{ program: string[]; env: Record<string, string> }> {
  const { builtProgram } = await import('./built-program.ts');
  const { main, compiled } = await builtProgram('control-plane');
  return { program: [process.execPath, main], env: { NODE_COMPILE_CACHE: compiled } };
}

export { quiet };
