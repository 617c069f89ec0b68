import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import Docker from 'dockerode';
import { Api } from '../cli/api.ts';
import { progressOn } from '../cli/progress.ts';
import type { NodeRowFragment } from '../contract/operations.generated.ts';
import { ensureClientImages } from '../devhost/client-image.ts';
import type { InstallOptions } from '../devhost/debian-packages.ts';
import { ensureEngine } from '../devhost/engine.ts';
import { HostSetupError } from '../devhost/setup-error.ts';
import { standInLabel } from '../devhost/stand-in-image.ts';
import { errorMessage } from '../text/error-message.ts';
import { poll } from '../timing/poll.ts';
import { type DemoFolder, makeFolder, writePrivate } from './folder.ts';
import type { MinerTarget } from './miner.ts';
import { type Program, runProgram, runSatrap, stopLeftovers } from './program.ts';

interface DemoOptions {
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
  /** In start order. */
  readonly #programs: Program[] = [];
  /** The RPC endpoints of the running nodes, by name. */
  readonly #targets = new Map<string, MinerTarget>();
  readonly #nodeIds: string[] = [];
  /** Undefined before the control plane serves. */
  #api: Api | undefined;

  constructor(options: DemoOptions) {
    this.#options = options;
  }

  get api(): Api {
    return this.#requireApi();
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
    await this.#startAgent(await this.#serve(), engine.socketPath, images);
    await this.#deploy();
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
    const { nodeRpcCredentials: credentials } = await this.#requireApi().call('GetRpcCredentials', {});
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

  /** Shows the phase and the height of the node until `ending` aborts: a line that changes on a terminal. */
  async show(ending: AbortSignal): Promise<void> {
    const { report, end } = progressOn(process.stdout);
    while (!ending.aborted) {
      this.#requireRunning();
      const [node] = (await this.#readState()).nodes;
      const height = node?.metrics?.height ?? 'unknown';
      report(`demo: ${node?.name} is ${node?.status.phase}, height ${height}; Ctrl-C ends the demo`);
      await delay(1000, undefined, { signal: ending }).catch(() => undefined);
    }
    end();
  }

  /** Stops the nodes gently, then the programs, and lists what remains. */
  async stop(): Promise<void> {
    const { folder, say } = this.#options;
    const api = this.#api;
    if (api !== undefined && this.#nodeIds.length > 0 && this.#programs.every(({ hasEnded }) => !hasEnded())) {
      say(this.#nodeIds.length > 1 ? 'stopping the nodes gently' : 'stopping the node gently');
      await Promise.all(this.#nodeIds.map((id) => this.#stopNode(api, id)));
    }
    for (const program of this.#programs.toReversed()) await program.stop();
    say(
      `stopped. What remains: the folder ${folder.root}, stopped containers and their chain data, the client image, the Docker engine. ` +
        '“npm run demo” continues from there; “npm run demo -- --clean” removes it',
    );
  }

  #requireRunning(): void {
    for (const program of this.#programs) program.requireRunning();
  }

  #requireApi(): Api {
    if (this.#api === undefined) throw new Error('the control plane does not serve yet');
    return this.#api;
  }

  async #readState() {
    const { nodeNames } = this.#options;
    const [{ executors }, { nodes }] = await Promise.all([
      this.#requireApi().call('ListExecutors', { where: { name: { equals: executorName } } }),
      this.#requireApi().call('ListNodes', { where: { name: { in: [...nodeNames] } } }),
    ]);
    return { executor: executors[0], nodes };
  }

  /** Probes until there is a result. Throws HostSetupError after `withinMs`, and if a program has ended. */
  async #until<T>(condition: string, withinMs: number, probe: () => Promise<T | undefined>): Promise<T> {
    const { folder, signal } = this.#options;
    const found = await poll(
      async () => {
        const result = await probe();
        if (result === undefined) this.#requireRunning();
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

  /** Starts the control plane, and returns its URL. */
  async #serve(): Promise<string> {
    const { folder, say } = this.#options;
    const flags = { data: folder.controlPlaneData, port: '0', heartbeat: '5' };
    this.#programs.push(runProgram(folder, 'control-plane', 'serve', flags));
    const { announcedUrl } = await import('../control-plane/platform/database/data-folder.ts');
    const url = await this.#until('the control plane serves', 60_000, async () =>
      announcedUrl(folder.controlPlaneData),
    );
    this.#api = new Api({ url, apiKeyFile: folder.personalKey });
    say(`the control plane serves at ${url}`);
    say(`console: ${await signInLink(this.#api, url)} (works once: sets a password and signs you in)`);
    return url;
  }

  async #startAgent(url: string, dockerSocket: string, images: Record<string, string>): Promise<void> {
    const { folder, say } = this.#options;
    const flags = {
      url,
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
    this.#programs.push(runProgram(folder, 'agent', 'run', flags));
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
        const { createNode } = await this.#requireApi().call('CreateNode', {
          data: { name, executorId: executor.id, network: 'regtest', ...small },
        });
        this.#nodeIds.push(createNode.node.id);
      } else {
        say(`starting ${name} of an earlier demo`);
        await this.#requireApi().call('RequestLifecycleAction', { id: node.id, action: 'start' });
        this.#nodeIds.push(node.id);
      }
    }
  }

  async #stopNode(api: Api, id: string): Promise<void> {
    const { say } = this.#options;
    try {
      await api.call('RequestLifecycleAction', { id, action: 'stop' });
      const hasStopped = async () => {
        const { node } = await api.call('GetNode', { id });
        return node === null || node.status.phase === 'stopped';
      };
      const stopped = await poll(hasStopped, { withinMs: stopTimeoutMs, everyMs: 200 });
      if (!stopped) throw new Error('still running after a minute');
    } catch (error) {
      say(`could not stop the node: ${errorMessage(error)}`);
    }
  }
}

const reasonOf = (node: NodeRowFragment | undefined): string =>
  node === undefined ? '' : ` (the node is ${node.status.phase}${node.status.reason ? `: ${node.status.reason}` : ''})`;

/** Ensures that the client images exist, and records the ones that it builds. Returns images by version. */
export async function ensureDemoImages(socketPath: string, folder: DemoFolder, options: InstallOptions) {
  const docker = new Docker({ socketPath });
  const before = await standInTags(docker);
  const { images } = await ensureClientImages({ socketPath, ...options });
  const built = (await standInTags(docker)).filter((tag) => !before.includes(tag));
  if (built.length > 0) writePrivate(folder.builtImages, built.join('\n'));
  return images;
}

async function standInTags(docker: Docker): Promise<string[]> {
  const images = await docker.listImages({ filters: { label: [standInLabel] } });
  return images.flatMap(({ RepoTags }) => RepoTags ?? []);
}

/** Creates the first administrator and organization, and stores a personal and an executor key in the folder. */
export async function createKeys(folder: DemoFolder, executorName: string): Promise<void> {
  const run = async (...args: string[]) =>
    JSON.parse(await runSatrap(['control-plane', ...args, '--data', folder.controlPlaneData, '--json']));
  const { personalKey } = await run('init', '--email', 'admin@demo.example', '--organization', 'Demo');
  writePrivate(folder.personalKey, personalKey);
  const { key } = await run('create-key', '--purpose', 'executor', '--name', executorName);
  writePrivate(folder.executorKey, key);
}

/** Creates a one-time link that sets the administrator's password and signs in to the console. `url`: the API's. */
export async function signInLink(api: Api, url: string): Promise<string> {
  const { viewer } = await api.call('GetOwnPerson', {});
  if (viewer?.person == null) throw new Error('the demo’s key does not belong to a person');
  const { id } = viewer.person;
  const { createPasswordResetLink: made } = await api.call('CreatePasswordResetLink', { where: { id } });
  return `${new URL('/set-password', url).href}#${new URLSearchParams({ token: made.token })}`;
}
