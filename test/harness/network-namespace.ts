import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { Outcome } from './satrap.ts';

const script = [
  'ip link set lo up',
  'ip address delete 127.0.0.1/8 dev lo',
  'mount --bind "$0" /etc/hosts',
  'echo ready',
  'exec sleep infinity',
].join(' && ');

/** A network of its own without IPv4, as of a host that has IPv6 alone: there is ::1, and the given names lead there. */
export class NetworkWithoutIPv4 {
  readonly #holder: ChildProcess;
  readonly #logFile: string;
  readonly #running = new Set<ChildProcess>();

  private constructor(holder: ChildProcess, logFile: string) {
    this.#holder = holder;
    this.#logFile = logFile;
  }

  /** `folder` gets its files. */
  static async create(folder: string, names: readonly string[]): Promise<NetworkWithoutIPv4> {
    const [hosts, logFile] = [join(folder, 'hosts'), join(folder, 'log')];
    writeFileSync(hosts, `::1 localhost ${names.join(' ')}\n`);
    writeFileSync(logFile, '');
    const words = ['--net', '--mount', 'sh', '-c', script, hosts];
    const holder = spawn('unshare', words, { stdio: ['ignore', 'pipe', 'inherit'] });
    const [first] = await Promise.race([once(holder.stdout, 'data'), once(holder, 'exit')]);
    if (String(first) !== 'ready\n') throw new Error(`no network without IPv4: ${first}`);
    return new NetworkWithoutIPv4(holder, logFile);
  }

  /** What the started programs wrote. */
  get log(): string {
    return readFileSync(this.#logFile, 'utf8');
  }

  /** Starts a program there, which ends with the network. */
  start(words: readonly string[], env: Record<string, string>): void {
    const log = openSync(this.#logFile, 'a');
    const child = spawn('nsenter', this.#within(words), { stdio: ['ignore', log, log], env: withPath(env) });
    closeSync(log);
    this.#running.add(child);
    child.once('exit', () => this.#running.delete(child));
  }

  /** Runs a program there to its end. */
  async run(words: readonly string[], env: Record<string, string>): Promise<Outcome> {
    const child = spawn('nsenter', this.#within(words), { stdio: ['ignore', 'pipe', 'pipe'], env: withPath(env) });
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code: child.exitCode, stdout, stderr };
  }

  #within(words: readonly string[]): string[] {
    return ['--target', String(this.#holder.pid), '--net', '--mount', '--', ...words];
  }

  async destroy(): Promise<void> {
    const ending = [...this.#running, this.#holder].map(async (child) => {
      child.kill('SIGTERM');
      await once(child, 'exit');
    });
    await Promise.all(ending);
  }
}

const withPath = (env: Record<string, string>) => ({ PATH: process.env['PATH'] ?? '', ...env });
