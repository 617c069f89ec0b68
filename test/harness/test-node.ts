import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject, onTestFinished } from 'vitest';
import type { DesiredNode } from '../../src/agent/desired/desired-entry.ts';
import { DesiredState } from '../../src/agent/desired/desired-state.ts';
import { dockerRuntime } from '../../src/agent/docker/docker-runtime.ts';
import { publishedPorts } from '../../src/agent/docker/engine/containers.ts';
import { EngineClient } from '../../src/agent/docker/engine/engine-client.ts';
import { labels, objectName } from '../../src/agent/docker/engine/labels.ts';
import { rehearsalName } from '../../src/agent/docker/engine/rehearsal-objects.ts';
import type { MountTables } from '../../src/agent/host/missing-mount.ts';
import { loadNodeRecord, recordedPorts } from '../../src/agent/node/record-store.ts';
import type { NewEvent } from '../../src/agent/outbox/event.ts';
import { explainNode, type NodeExplanation } from '../../src/agent/reconcile/explain.ts';
import { type NodeWorker, nodeWorker } from '../../src/agent/reconcile/node-worker.ts';
import type { ReconcileDeps } from '../../src/agent/reconcile/reconcile-deps.ts';
import { takeoverTurns } from '../../src/agent/reconcile/takeover-turns.ts';
import { type NodeRecord, newNodeRecord } from '../../src/agent/runtime/node-record.ts';
import { isPortInUse, type PortAllocator, portAllocator } from '../../src/agent/runtime/port-allocator.ts';
import { openStore, type Store } from '../../src/agent/store/database.ts';
import { installationIn } from '../../src/agent/store/installation.ts';
import { withLevel } from '../../src/contract/events.ts';
import { type Clock, systemClock } from '../../src/timing/clock.ts';
import { desired } from '../fixtures/node.ts';
import { shapeFault } from './event-shapes.ts';
import { listeningLog } from './listening-log.ts';
import { ownPortRange } from './port-range.ts';
import { testDeps } from './test-deps.ts';
import { until } from './until.ts';

export interface TestNodeOptions {
  client?: EngineClient;
  executorId?: string;
  nodeId?: string;
  lease?: { isHeld: boolean };
  dataRoot?: string;
  dataRoots?: Record<string, string>;
  /** Which disks should be mounted, and which are. Default: those of this machine. */
  mounts?: MountTables;
  stopTimeoutSeconds?: number;
  sampleIntervalSeconds?: number;
  ports?: PortAllocator;
  /** Of RPC and P2P. Default: 127.0.0.1, as of ZeroMQ. */
  bindAddress?: string;
  zmqBindAddress?: string;
  nodeUser?: string;
  /** Images beside those of the tests, by client version, and those of Bitcoin Knots. */
  images?: Record<string, string>;
  knotsImages?: Record<string, string>;
  clock?: Clock;
}

/** One node's worker on a real engine, without a control plane: a test sets the desired state. */
export class TestNode {
  readonly nodeId: string;
  readonly executorId: string;
  readonly dataDir = mkdtempSync(join(tmpdir(), 'satrap-node-'));
  readonly database: Store;
  readonly client: EngineClient;
  readonly events: NewEvent[] = [];
  /** Of events whose data differs from the published shape. */
  readonly #shapeFaults: string[] = [];
  readonly logged: { msg: string }[];
  /** How often the worker checked whether it may act. */
  passes = 0;
  readonly #desired: DesiredState;
  readonly #deps: ReconcileDeps;
  #worker: NodeWorker;
  #revision = 0;
  #ending = new AbortController();
  #running: Promise<void> = Promise.resolve();

  /** Everything that it creates is removed when the test ends. */
  constructor(options: TestNodeOptions = {}) {
    const { dataRoot, dataRoots = {}, stopTimeoutSeconds = 60, lease = { isHeld: true }, images } = options;
    const {
      bindAddress = '127.0.0.1',
      zmqBindAddress = '127.0.0.1',
      clock = systemClock,
      nodeUser = '60833:60833',
    } = options;
    this.nodeId = options.nodeId ?? randomUUID();
    this.executorId = options.executorId ?? randomUUID();
    this.database = openStore(this.dataDir);
    this.client = options.client ?? new EngineClient(inject('dockerSocket'));
    const { log, lines } = listeningLog();
    this.logged = lines;
    const installation = installationIn(this.database);
    this.#desired = new DesiredState(this.database, installation);
    const ports =
      options.ports ??
      portAllocator({
        range: ownPortRange(),
        taken: async () => new Set([...(await publishedPorts(this.client)), ...recordedPorts(this.database)]),
        addresses: { node: [bindAddress], zmq: [zmqBindAddress] },
        inUse: isPortInUse,
      });
    const settings = {
      images: { bitcoind: { ...inject('clientImages'), ...images }, knots: options.knotsImages ?? {} },
      ...{ networks: [], allowRegtest: true, nodeTypes: ['full' as const, 'pruned' as const], nodeUser },
      ...{ bindAddress, p2pBindAddress: bindAddress, zmqBindAddress, advertiseHost: bindAddress },
      ...{ dataRoot, dataRoots, stopTimeoutSeconds, reconcileIntervalSeconds: 0.5 },
      sampleIntervalSeconds: options.sampleIntervalSeconds ?? 30,
    };
    const { instanceId } = installation;
    const template = readFileSync(join(import.meta.dirname, '../../templates/bitcoin.conf'), 'utf8');
    const runtime = dockerRuntime({
      ...{ client: this.client, database: this.database, executorId: this.executorId },
      ...{ instanceId, template, settings, ports, mounts: options.mounts },
    });
    const countPass = () => {
      this.passes++;
    };
    const recorder = {
      record: (event: NewEvent) => {
        const fault = shapeFault(event);
        if (fault !== null) this.#shapeFaults.push(fault);
        return this.events.push(withLevel(event));
      },
    };
    this.#deps = {
      ...{ runtime, desired: this.#desired, instanceId, database: this.database, clock, log, settings },
      lease: {
        get isHeld() {
          countPass();
          return lease.isHeld;
        },
      },
      ...testDeps(recorder),
      wakeNode: () => undefined,
      takeovers: takeoverTurns(() => undefined),
      recorder,
    };
    this.#worker = nodeWorker(this.nodeId, this.#deps);
    onTestFinished(() => this.#destroy());
  }

  get worker(): NodeWorker['node'] {
    return this.#worker.node;
  }

  /** Sets the desired state, as the answer to a heartbeat does. */
  desire(changes: Partial<DesiredNode> = {}): void {
    const node = desired({ id: this.nodeId, name: 'tried', ...changes });
    this.#desired.accept({ executorId: this.executorId, revision: ++this.#revision, nodes: [node] });
    this.#worker.wake({ urgent: true });
  }

  get record(): Readonly<NodeRecord> {
    return loadNodeRecord(this.database, this.nodeId) ?? newNodeRecord(0);
  }

  explain(): Promise<NodeExplanation> {
    const entry = this.#desired.get(this.nodeId);
    if (entry === undefined) throw new Error('nothing is desired yet');
    const { runtime, lease } = this.#deps;
    return explainNode(runtime, entry, this.record, { copy: undefined, hasLease: lease.isHeld, nextTryAt: null });
  }

  start(): void {
    this.#ending = new AbortController();
    this.#worker = nodeWorker(this.nodeId, this.#deps);
    this.#running = this.#worker.run(this.#ending.signal);
  }

  /** Ends the worker; the node keeps running. */
  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async untilPhase(phase: string): Promise<string | null> {
    const { reason } = await until(`the node is ${phase}`, () => {
      const report = this.worker.report();
      return report.phase === phase && report;
    });
    return reason ?? null;
  }

  untilReason(part: string): Promise<unknown> {
    return until(`the node’s reason is «${part}»`, () => this.worker.report().reason?.includes(part));
  }

  untilEvent(kind: string): Promise<NewEvent> {
    return until(`${kind} is reported`, () => this.events.find((event) => event.kind === kind));
  }

  /** The id of the container that has the node's name. */
  async containerId(): Promise<string> {
    return (await this.client.docker.getContainer(objectName(this.nodeId)).inspect()).Id;
  }

  async #destroy(): Promise<void> {
    await this.stop();
    await until('nothing of the node is left', () => this.#removeAll());
    this.database.close();
    rmSync(this.dataDir, { recursive: true, force: true });
    if (this.#shapeFaults.length > 0) throw new Error(`events of other shapes: ${this.#shapeFaults.join('; ')}`);
  }

  /** Returns false where the engine, or another agent of the test, used the node’s volume meanwhile. */
  async #removeAll(): Promise<boolean> {
    const { docker } = this.client;
    try {
      // A rehearsal has its own.
      for (const label of [labels.node, labels.reads]) {
        const all = await docker.listContainers({ all: true, filters: { label: [`${label}=${this.nodeId}`] } });
        for (const { Id } of all) await docker.getContainer(Id).remove({ force: true, v: true });
      }
      const { Volumes } = await docker.listVolumes({
        filters: { name: [objectName(this.nodeId), rehearsalName(this.nodeId)] },
      });
      for (const { Name } of Volumes ?? []) await docker.getVolume(Name).remove();
      return true;
    } catch (error) {
      if (![404, 409].includes((error as { statusCode?: number }).statusCode ?? 0)) throw error;
      return false;
    }
  }
}

export async function runningNode(
  options: TestNodeOptions = {},
  changes: Partial<DesiredNode> = {},
): Promise<TestNode> {
  const node = new TestNode(options);
  node.desire(changes);
  node.start();
  await node.untilPhase('running');
  return node;
}
