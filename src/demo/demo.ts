import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { Api } from '../cli/api.ts';
import { progressOn } from '../cli/progress.ts';
import type { NodeRowFragment } from '../contract/operations.generated.ts';
import { ensureEngine } from '../devhost/engine.ts';
import { HostSetupError } from '../devhost/setup-error.ts';
import { errorMessage } from '../text/error-message.ts';
import { poll } from '../timing/poll.ts';
import { type DemoFolder, makeFolder, writePrivate } from './folder.ts';
import type { MinerTarget } from './miner.ts';
import { createKeys, ensureDemoImages, signInLink } from './prepare.ts';
import { Program, stopLeftovers } from './program.ts';

export interface DemoOptions {
  folder: DemoFolder;
  say(line: string): void;
  signal: AbortSignal;
  nodeNames: readonly string[];
}

const executorName = 'demo-host';
const stopTimeoutMs = 60_000;

/** A control plane, an agent and regtest nodes on this machine, all started with the product's own commands. */
export class Demo {
  readonly #options: DemoOptions;
  readonly #programs: Program[] = [];
  #api: Api | undefined;
  #url = '';
  readonly #targets = new Map<string, MinerTarget>();
  #nodeIds: string[] = [];

  constructor(options: DemoOptions) {
    this.#options = options;
  }

  /** Sets up an empty machine until the nodes are deployed. */
  async start(): Promise<void> {
    const { folder, say, signal } = this.#options;
    makeFolder(folder);
    const engine = await ensureEngine({ say, signal, dockerHost: process.env['DOCKER_HOST'] });
    if (engine.startedByUs) writePrivate(folder.startedEngine, engine.socketPath);
    const images = await ensureDemoImages(engine.socketPath, folder, { say, signal });
    await stopLeftovers(folder);
    if (!existsSync(folder.executorKey)) {
      say('creating the first administrator, organization and API keys (embedded database)');
      await createKeys(folder, executorName);
    }
    await this.#serve();
    await this.#startAgent(engine.socketPath, images);
    await this.#deploy();
  }

  async #serve(): Promise<void> {
    const { folder, say } = this.#options;
    const flags = { data: folder.controlPlaneData, port: '0', heartbeat: '5' };
    this.#programs.push(new Program(folder, 'control-plane', 'serve', flags));
    const { announcedUrl } = await import('../control-plane/platform/database/data-folder.ts');
    this.#url = await this.#until('the control plane serves', 60_000, async () =>
      announcedUrl(folder.controlPlaneData),
    );
    this.#api = new Api({ url: this.#url, apiKeyFile: folder.personalKey });
    say(`the control plane serves at ${this.#url}`);
    const link = await signInLink(this.#api, this.#url);
    say(`console: ${link} (works once: sets a password and signs you in)`);
  }

  async #startAgent(dockerSocket: string, images: Record<string, string>): Promise<void> {
    const { folder, say } = this.#options;
    const flags = {
      url: this.#url,
      'api-key-file': folder.executorKey,
      'data-dir': folder.agentData,
      name: executorName,
      'docker-socket': dockerSocket,
      'allow-regtest': 'true',
      'p2p-bind-address': '127.0.0.1',
      images: Object.entries(images)
        .map(([version, image]) => `bitcoind/${version}=${image}`)
        .join(','),
    };
    this.#programs.push(new Program(folder, 'agent', 'run', flags));
    const { version } = await this.#until(
      'the agent registers',
      30_000,
      async () => (await this.#readState()).executor,
    );
    say(`agent ${version} registered as ${executorName}`);
  }

  async #deploy(): Promise<void> {
    const { say, nodeNames } = this.#options;
    const { executor, nodes } = await this.#readState();
    if (executor === undefined) throw new HostSetupError('the host was deleted');
    // Several nodes must fit into a small machine.
    const small = nodeNames.length > 1 ? { resources: { cpuCores: 0.2, memoryMiB: 256, diskGiB: 1 } } : {};
    for (const name of nodeNames) {
      const node = nodes.find((deployed) => deployed.name === name);
      if (node === undefined) {
        say(`deploying ${name} on regtest`);
        const { createNode } = await this.api.call('CreateNode', {
          data: { name, executorId: executor.id, network: 'regtest', ...small },
        });
        this.#nodeIds.push(createNode.id);
      } else {
        say(`starting ${name} of an earlier demo`);
        await this.api.call('RequestLifecycleAction', { id: node.id, action: 'start' });
        this.#nodeIds.push(node.id);
      }
    }
  }

  /** Prints each phase of the nodes until all run. Throws HostSetupError with the reason after `withinMs`. */
  async untilRunning(withinMs: number): Promise<void> {
    const { say, nodeNames } = this.#options;
    const said = new Map<string, string>();
    const running = await this.#until(nodeNames.length > 1 ? 'all nodes run' : 'the node runs', withinMs, async () => {
      const { nodes } = await this.#readState();
      for (const { name, status } of nodes) {
        const line = `${name} is ${status.phase}${status.reason ? `: ${status.reason}` : ''}`;
        if (line !== said.get(name)) say(line);
        said.set(name, line);
      }
      const isReady = nodes.length === nodeNames.length && nodes.every(({ status }) => status.phase === 'running');
      return isReady ? nodes : undefined;
    });
    const { nodeRpcCredentials: credentials } = await this.api.call('GetRpcCredentials', {});
    for (const { name, status } of running) {
      const { endpoint } = status;
      if (credentials && endpoint)
        this.#targets.set(name, { host: endpoint.host, port: endpoint.rpcPort, ...credentials });
    }
  }

  /** How the RPC of a node is reached. Throws before the node runs. */
  target(name: string): MinerTarget {
    const target = this.#targets.get(name);
    if (target === undefined) throw new HostSetupError(`${name} has no RPC endpoint`);
    return target;
  }

  /** Waits until the agent's report of a height above 0 is read back through the API. */
  untilHeight(withinMs: number): Promise<number> {
    return this.#until('a height above 0 is reported', withinMs, async () => {
      const height = (await this.#readState()).nodes[0]?.metrics?.height ?? 0;
      return height > 0 ? height : undefined;
    });
  }

  /** Shows the phase and the height of the node until `signal` aborts: a line that changes on a terminal. */
  async show(signal: AbortSignal): Promise<void> {
    const { report, end } = progressOn(process.stdout);
    while (!signal.aborted) {
      for (const program of this.#programs) program.requireRunning();
      const [node] = (await this.#readState()).nodes;
      const height = node?.metrics?.height ?? 'unknown';
      report(`demo: ${node?.name} is ${node?.status.phase}, height ${height}; Ctrl-C ends the demo`);
      await delay(1000, undefined, { signal }).catch(() => undefined);
    }
    end();
  }

  async #readState() {
    const [{ executors }, { nodes }] = await Promise.all([
      this.api.call('ListExecutors', { where: { name: { equals: executorName } } }),
      this.api.call('ListNodes', { where: { name: { in: [...this.#options.nodeNames] } } }),
    ]);
    return { executor: executors[0], nodes };
  }

  /** Stops the nodes gently, then the programs, and lists what remains. */
  async stop(): Promise<void> {
    const { say, folder } = this.#options;
    const api = this.#api;
    if (api !== undefined && this.#nodeIds.length > 0 && this.#programs.every(({ hasEnded }) => !hasEnded)) {
      say(this.#nodeIds.length > 1 ? 'stopping the nodes gently' : 'stopping the node gently');
      await Promise.all(this.#nodeIds.map((id) => this.#stopNode(api, id)));
    }
    for (const program of this.#programs.toReversed()) await program.stop();
    say(
      `stopped. What remains: the folder ${folder.root}, stopped containers and their chain data, the client image, the Docker engine. ` +
        '“npm run demo” continues from there; “npm run demo -- --clean” removes it',
    );
  }

  async #stopNode(api: Api, id: string): Promise<void> {
    try {
      await api.call('RequestLifecycleAction', { id, action: 'stop' });
      const hasStopped = async () => {
        const { node } = await api.call('GetNode', { id });
        return node === null || node.status.phase === 'stopped';
      };
      const stopped = await poll(hasStopped, { withinMs: stopTimeoutMs, everyMs: 200 });
      if (!stopped) throw new Error('still running after a minute');
    } catch (error) {
      this.#options.say(`could not stop the node: ${errorMessage(error)}`);
    }
  }

  get api(): Api {
    if (this.#api === undefined) throw new Error('the control plane does not serve yet');
    return this.#api;
  }

  async #until<T>(condition: string, withinMs: number, probe: () => Promise<T | undefined>): Promise<T> {
    const { signal, folder } = this.#options;
    const found = await poll(
      async () => {
        const result = await probe();
        if (result === undefined) for (const program of this.#programs) program.requireRunning();
        return result;
      },
      { withinMs, everyMs: 500, signal },
    );
    if (found !== undefined) return found;
    const node = (await this.#readState()).nodes.find(({ status }) => status.phase !== 'running');
    const seconds = Math.round(withinMs / 1000);
    throw new HostSetupError(
      `timed out after ${seconds} s, waiting until ${condition}${reasonOf(node)}; see the logs in ${folder.root}`,
    );
  }
}

const reasonOf = (node: NodeRowFragment | undefined): string =>
  node === undefined ? '' : ` (the node is ${node.status.phase}${node.status.reason ? `: ${node.status.reason}` : ''})`;
