import { type DesiredNode, desiredOperation } from '../../src/agent/desired/desired-entry.ts';
import { rootInUse } from '../../src/agent/docker/data-roots.ts';
import { dockerRuntime } from '../../src/agent/docker/docker-runtime.ts';
import { EngineClient } from '../../src/agent/docker/engine/engine-client.ts';
import type { ObservedContainer } from '../../src/agent/docker/engine/observed-container.ts';
import type { DockerSnapshot, ObservedNode, SeedObservation } from '../../src/agent/docker/observe.ts';
import { type DockerStep, finishStep } from '../../src/agent/docker/steps.ts';
import { loadNodeRecord } from '../../src/agent/node/record-store.ts';
import { portAllocator } from '../../src/agent/runtime/port-allocator.ts';
import type { NodeRuntime } from '../../src/agent/runtime/runtime.ts';
import { isUp } from '../../src/agent/runtime/workload.ts';
import { defaultDataRoot } from '../../src/contract/names.ts';
import { container, observed } from '../fixtures/node.ts';
import type { MemoryHost } from './memory-host.ts';

interface Data {
  /** The node whose chain it is; null while there is none. */
  chain: string | null;
  state: 'empty' | 'partial' | 'copied' | 'opened';
}

const settings = {
  ...{ dataRoot: '/srv/default', dataRoots: { ssd: '/srv/ssd' }, images: { bitcoind: { '28.1': 'example:28.1' } } },
  ...{
    networks: [],
    allowRegtest: true,
    nodeTypes: ['full' as const],
    nodeUser: '60833:60833',
    stopTimeoutSeconds: 600,
  },
  ...{ bindAddress: '127.0.0.1', p2pBindAddress: '0.0.0.0', zmqBindAddress: '127.0.0.1' },
};

/** The Docker runtime with its plans and steps, on an engine in memory that a step changes by one thing at a time. */
export class MemoryDocker {
  readonly containers: ObservedContainer[] = [];
  /** By node, then by data root. */
  readonly volumes = new Map<string, Map<string, Data>>();
  /** Nodes whose chain data must not be lost. */
  readonly precious = new Set<string>();
  rebuilds = 0;
  copyDiffers = false;
  /** Called before a step's first change and after each: a promise that never settles is an agent that ends there. */
  at: (point: string) => Promise<void> | undefined = () => undefined;
  readonly #host: MemoryHost;
  #ticks = 0;

  constructor(host: MemoryHost) {
    this.#host = host;
    host.deps.runtime = this.#runtime();
  }

  dataOf(nodeId: string): Map<string, Data> {
    const data = this.volumes.get(nodeId) ?? new Map<string, Data>();
    this.volumes.set(nodeId, data);
    return data;
  }

  isUp(nodeId: string): boolean {
    return this.containers.some((candidate) => candidate.nodeId === nodeId && isUp(candidate));
  }

  #runtime(): NodeRuntime {
    const { database, deps } = this.#host;
    const client = new EngineClient('/nonexistent/docker.sock');
    const ports = portAllocator({
      taken: async () => new Set(),
      inUse: async () => false,
      addresses: { node: ['127.0.0.1'], zmq: ['127.0.0.1'] },
      range: { from: 1, to: 100 },
    });
    const owner = { executorId: 'e', instanceId: deps.instanceId };
    return {
      ...dockerRuntime({ ...owner, client, database, settings, ports, template: '' }),
      observe: async (desired) => this.#observe(desired),
      apply: (step: DockerStep, snapshot: DockerSnapshot) => this.#apply(step, snapshot),
      // What the daemon wrote to its log tells an agent that was killed.
      finish: (step: DockerStep, snapshot: DockerSnapshot, result) =>
        finishStep(step, step.kind === 'settle-reindex' ? this.rebuilds > 0 : result, { client, snapshot }),
      agentRpcOf: async () => null,
      changes: (signal, onOpen) => this.#host.runtime.changeStream.open(signal, onOpen),
      startedAt: async () => null,
      logs: async () => [],
      orphans: async () => [],
      sweepRehearsals: async () => undefined,
      statsReader: () => async () => ({ cpuPercent: null, memoryMiB: null }),
    };
  }

  #observe(desired: DesiredNode): ObservedNode {
    const { id } = desired;
    const containers = this.containers.filter(({ nodeId }) => nodeId === id);
    const data = this.dataOf(id);
    const volumes = [...data.keys()].map((dataRoot) => ({ dataRoot, directory: null, path: `/srv/${dataRoot}/${id}` }));
    const isUnopened = ({ dataRoot }: { dataRoot: string }) => data.get(dataRoot)?.state !== 'opened';
    const { dataRoot: recorded, operations } = loadNodeRecord(this.#host.database, id) ?? {};
    const mounted = containers[0]?.dataRoot;
    const { dataRoot, rivals } = rootInUse({ recorded, mounted, asked: desired.dataRoot, volumes, isUnopened });
    const present = data.has(dataRoot) ? 'present' : 'absent';
    const asked = desiredOperation(desired, 'seed');
    const stage = operations?.seed?.stage ?? 'copying';
    const seed = asked && stage === 'copying' ? this.#seedOf(asked.params.from, data.get(dataRoot)) : null;
    return observed({ containers, volumes, dataRoot, rivals, data: present, seed });
  }

  #seedOf(from: string, own: Data | undefined): SeedObservation {
    const source = this.dataOf(from).size === 0 ? 'absent' : this.isUp(from) ? 'up' : 'down';
    return { source, isComplete: own?.state === 'copied' || own?.state === 'opened' };
  }

  async #apply(step: DockerStep, snapshot: DockerSnapshot): Promise<unknown> {
    await this.at(`${step.kind} 0`);
    const changes = this.#changes(step, snapshot);
    for (const [index, change] of changes.entries()) {
      change();
      this.#check();
      await this.at(`${step.kind} ${index + 1}`);
    }
    if (step.kind === 'verify-root' && this.copyDiffers) return { refused: 'the copy differs' };
    if (step.kind === 'rehearse-version') return { report: {}, verdict: 'passed' };
    if (step.kind === 'remove-index') return this.#time();
    return step.kind === 'stop-container' ? this.#containerOf(step.containerId) : undefined;
  }

  /** What one step changes on the host, in the order in which it does. */
  #changes(step: DockerStep, { desired, observed: seen, specHash, spec }: DockerSnapshot): (() => void)[] {
    const { id } = desired;
    const own = this.dataOf(id);
    switch (step.kind) {
      case 'create-volume':
        return [() => own.set(seen.dataRoot, { chain: null, state: 'empty' })];
      case 'create-container': {
        const made = container('created', {
          ...{ id: `c${++this.#ticks}`, name: `satrap-${id}`, nodeId: id, dataRoot: seen.dataRoot },
          ...{ instanceId: this.#host.deps.instanceId, specHash: specHash ?? '', ports: spec?.ports ?? null },
        });
        return [() => this.containers.push(made)];
      }
      case 'start-container':
        return [() => this.#open(step.containerId, desired), () => this.#run(step.containerId)];
      case 'start-reindex':
        return [
          () => this.#change(step.containerId, { restartsItself: false }),
          () => this.#open(step.containerId, desired),
          () => {
            this.#run(step.containerId);
            this.rebuilds++;
          },
        ];
      case 'settle-reindex':
        return [() => this.#change(step.containerId, { restartsItself: true })];
      case 'remove-index':
        if (this.isUp(id)) throw new Error('a daemon has an index open that is being removed');
        return [];
      case 'stop-container': {
        const ended = { status: 'exited', state: 'stopped', finishedAt: this.#time(), exitCode: 0 } as const;
        return [() => this.#change(step.containerId, ended)];
      }
      case 'remove-container':
        return [() => this.containers.splice(this.containers.indexOf(this.#containerOf(step.containerId)), 1)];
      case 'remove-data':
        return [...own.keys()].map((root) => () => own.delete(root));
      case 'copy-data':
        return this.#copy(this.#whole(step.from), own, seen.dataRoot, [step.from, id]);
      case 'begin-move':
        return [() => own.set(step.move.to, { chain: null, state: 'empty' })];
      case 'copy-root':
        return this.#copy(this.#whole(id), own, step.move.to, [id]);
      case 'prove-root':
        if (!this.isUp(id)) throw new Error('no daemon can answer');
        return [];
      case 'remove-copy':
        return [() => own.delete(step.dataRoot)];
      default:
        return [];
    }
  }

  #copy(source: Data, to: Map<string, Data>, root: string, nodes: string[]): (() => void)[] {
    const writing = (state: Data['state']) => () => {
      if (nodes.some((nodeId) => this.isUp(nodeId))) throw new Error('a daemon has data open that is being copied');
      to.set(root, { ...source, state });
    };
    return [writing('partial'), writing('copied')];
  }

  #whole(nodeId: string): Data {
    const found = [...this.dataOf(nodeId).values()].find(({ state }) => state === 'opened');
    if (found === undefined) throw new Error(`${nodeId} has no data to copy`);
    return found;
  }

  #open(containerId: string, desired: DesiredNode): void {
    const { nodeId, dataRoot = defaultDataRoot } = this.#containerOf(containerId);
    const data = this.dataOf(nodeId).get(dataRoot);
    const isCopy = desired.operations.some(({ kind }) => kind === 'seed' || kind === 'move');
    if (data === undefined || data.state === 'partial' || (data.state === 'empty' && isCopy))
      throw new Error(`a daemon would start on half a copy: ${JSON.stringify(data)}`);
    this.dataOf(nodeId).set(dataRoot, { chain: data.chain ?? nodeId, state: 'opened' });
  }

  #run(containerId: string): void {
    this.#change(containerId, { status: 'running', state: 'running', startedAt: this.#time() });
  }

  #check(): void {
    for (const nodeId of this.precious) {
      const own = [...this.dataOf(nodeId).values()];
      if (own.every(({ state }) => state !== 'opened')) throw new Error(`the chain data of ${nodeId} is lost`);
    }
    const up = this.containers.filter(isUp).map(({ nodeId }) => nodeId);
    if (new Set(up).size < up.length) throw new Error('two daemons of one node run');
  }

  #time(): string {
    return new Date(Date.UTC(2026, 0, 1) + ++this.#ticks * 1000).toISOString();
  }

  #containerOf(containerId: string): ObservedContainer {
    const found = this.containers.find(({ id }) => id === containerId);
    if (found === undefined) throw new Error(`no container ${containerId}`);
    return found;
  }

  #change(containerId: string, changes: Partial<ObservedContainer>): void {
    const before = this.#containerOf(containerId);
    this.containers[this.containers.indexOf(before)] = { ...before, ...changes };
  }
}
