import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RpcEndpoint } from '../../../src/agent/monitor/rpc.ts';
import { type AgentRpcMethod, agentRpcWhitelist } from '../../../src/agent/monitor/rpc-methods.ts';
import { agentRpcUser } from '../../../src/agent/runtime/workload-spec.ts';
import { rpcAuth } from '../../../src/bitcoin/rpc-auth.ts';
import { freePort } from '../../harness/free-port.ts';
import { until } from '../../harness/until.ts';

const program = '/usr/lib/litecoin/litecoind';
const owner = { user: 'owner', password: randomBytes(16).toString('hex') };
const agent = { user: agentRpcUser, password: randomBytes(16).toString('hex') };

/** A real daemon on regtest. Its agent's user is restricted to the whitelist, its owner may call everything. */
export class Daemon {
  readonly endpoint: RpcEndpoint;
  readonly #folder: string;
  #process: ReturnType<typeof spawn> | undefined;

  private constructor(folder: string, port: number) {
    this.#folder = folder;
    this.endpoint = { host: '127.0.0.1', port, ...agent };
  }

  /** Creates its folder and configuration without starting it. */
  static async make(settings: readonly string[] = []): Promise<Daemon> {
    if (!existsSync(program)) throw new Error(`${program} is missing; install it with: apt-get install litecoind`);
    const folder = mkdtempSync(join(tmpdir(), 'satrap-monitored-'));
    const port = await freePort();
    const lines = [
      'server=1',
      'listen=0',
      'fallbackfee=0.001',
      `rpcauth=${rpcAuth(owner.user, owner.password, randomBytes(16).toString('hex'))}`,
      `rpcauth=${rpcAuth(agent.user, agent.password, randomBytes(16).toString('hex'))}`,
      `rpcwhitelist=${agent.user}:${agentRpcWhitelist.join(',')}`,
      'rpcwhitelistdefault=0',
      ...settings,
      '[regtest]',
      `rpcport=${port}`,
    ];
    writeFileSync(join(folder, 'litecoin.conf'), `${lines.join('\n')}\n`, { mode: 0o600 });
    return new Daemon(folder, port);
  }

  /** Starts and waits until it answers. */
  async start(args: readonly string[] = []): Promise<void> {
    const options = [`-datadir=${this.#folder}`, '-chain=regtest', '-printtoconsole=0'];
    this.#process = spawn(program, [...options, ...args], { stdio: 'ignore' });
    const answers = () => this.ask('uptime').then(({ status }) => status === 200);
    await until('the daemon answers', () => answers().catch(() => false));
  }

  /** Stops it like Docker; the chain stays. */
  async stop(signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
    const running = this.#process;
    this.#process = undefined;
    if (running === undefined || running.exitCode !== null || running.signalCode !== null) return;
    const ended = once(running, 'exit');
    running.kill(signal);
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop('SIGKILL');
    rmSync(this.#folder, { recursive: true, force: true });
  }

  /** Calls a method as the owner, or as `who`. Throws when the daemon does not answer. */
  async ask(
    method: string,
    params: readonly unknown[] = [],
    who = owner,
  ): Promise<{ status: number; result: unknown }> {
    const response = await fetch(`http://127.0.0.1:${this.endpoint.port}/`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(`${who.user}:${who.password}`).toString('base64')}` },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
    });
    const text = await response.text();
    return { status: response.status, result: response.ok ? (JSON.parse(text) as { result: unknown }).result : text };
  }

  askAsAgent(method: AgentRpcMethod | (string & {}), params: readonly unknown[] = []) {
    return this.ask(method, params, agent);
  }

  /** Mines blocks and returns their hashes, oldest first. */
  async mine(count: number): Promise<string[]> {
    const { status, result } = await this.ask('generatetodescriptor', [count, 'raw(51)']);
    if (status !== 200) throw new Error(`the daemon mined no blocks: ${String(result)}`);
    return result as string[];
  }
}
