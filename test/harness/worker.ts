import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inject } from 'vitest';
import type { DesiredEntry, DesiredNode } from '../../src/agent/desired/desired-entry.ts';
import { publishedPorts } from '../../src/agent/docker/engine/containers.ts';
import { DockerClient } from '../../src/agent/docker/engine/engine-client.ts';
import { objectName } from '../../src/agent/docker/engine/labels.ts';
import { isPortInUse, PortGiver } from '../../src/agent/docker/port-allocator.ts';
import { rememberedPorts } from '../../src/agent/node/node-record.ts';
import type { NewEvent } from '../../src/agent/outbox/event.ts';
import { NodeWorker } from '../../src/agent/reconcile/node-worker.ts';
import type { WorkerSurroundings } from '../../src/agent/reconcile/reconcile-deps.ts';
import { openStore, type Store } from '../../src/agent/store/database.ts';
import { systemClock } from '../../src/timing/clock.ts';
import { desired } from '../fixtures/node.ts';
import { listeningLog } from './listening-log.ts';
import { until } from './until.ts';

/** One node's worker on a real engine, without a control plane: a test says what is wanted and sees what comes of it. */
export class TestWorker {
  readonly nodeId: string;
  readonly dataDir = mkdtempSync(join(tmpdir(), 'satrap-worker-'));
  readonly database: Store;
  readonly client: DockerClient;
  readonly events: NewEvent[] = [];
  readonly logged: { msg: string }[];
  /** How often it looked whether it may act. */
  passes = 0;
  readonly surroundings: WorkerSurroundings;
  worker: NodeWorker;
  #held: DesiredEntry | undefined;
  #ending = new AbortController();
  #run: Promise<void> = Promise.resolve();

  constructor(changed: Partial<WorkerSurroundings> = {}, nodeId: string = randomUUID()) {
    this.nodeId = nodeId;
    this.database = openStore(this.dataDir);
    this.client = changed.client ?? new DockerClient(inject('dockerSocket'));
    const { log, lines } = listeningLog();
    this.logged = lines;
    this.surroundings = {
      client: this.client,
      executorId: randomUUID(),
      instanceId: randomUUID(),
      template: readFileSync(join(import.meta.dirname, '../../templates/bitcoin.conf'), 'utf8'),
      dataRoot: undefined,
      stopTimeoutSeconds: 60,
      database: this.database,
      clock: systemClock,
      log,
      recorder: { newId: randomUUID, record: (event) => this.events.push(event) },
      ports: new PortGiver({
        range: { from: 28_000, to: 28_999 },
        taken: async () => new Set([...(await publishedPorts(this.client)), ...rememberedPorts(this.database)]),
        inUse: (port) => isPortInUse(port, '127.0.0.1'),
      }),
      host: {
        images: inject('clientImages'),
        networks: [],
        allowRegtest: true,
        nodeTypes: ['full', 'pruned'],
        bindAddress: '127.0.0.1',
        p2pBindAddress: '127.0.0.1',
        nodeUser: '101:101',
        advertiseHost: '127.0.0.1',
      },
      reconcileIntervalSeconds: 0.2,
      sampleIntervalSeconds: 30,
      held: () => this.#held,
      forget: () => {
        this.#held = undefined;
      },
      onStatusChange: () => undefined,
      ...changed,
      isAccepted: () => {
        this.passes++;
        return changed.isAccepted?.() ?? true;
      },
    };
    this.worker = new NodeWorker(this.nodeId, this.surroundings);
  }

  want(more: Partial<DesiredNode> = {}): void {
    this.#held = { node: desired({ id: this.nodeId, name: 'tried', ...more }), orphaned: false };
    this.worker.wake(true);
  }

  start(): void {
    this.#ending = new AbortController();
    this.worker = new NodeWorker(this.nodeId, this.surroundings);
    this.#run = this.worker.run(this.#ending.signal);
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#run;
  }

  async untilPhase(phase: string): Promise<string | null> {
    const { reason } = await until(`the node is ${phase}`, () => {
      const report = this.worker.report();
      return report.phase === phase && report;
    });
    return reason ?? null;
  }

  async untilReason(part: string): Promise<void> {
    await until(`the node’s reason is «${part}»`, () => this.worker.report().reason?.includes(part));
  }

  async untilEvent(kind: string): Promise<NewEvent> {
    return until(`${kind} is told`, () => this.events.find((event) => event.kind === kind));
  }

  /** The id of the container that has the node's name. */
  async containerId(): Promise<string> {
    return (await this.client.docker.getContainer(objectName(this.nodeId)).inspect()).Id;
  }

  /** Removes what it made, too. */
  async destroy(): Promise<void> {
    await this.stop();
    const { docker } = this.client;
    const all = await docker.listContainers({ all: true, filters: { volume: [objectName(this.nodeId)] } });
    for (const { Id } of all) await docker.getContainer(Id).remove({ force: true, v: true });
    await docker
      .getVolume(objectName(this.nodeId))
      .remove()
      .catch((error: { statusCode?: number }) => {
        if (error.statusCode !== 404) throw error;
      });
    this.database.close();
    rmSync(this.dataDir, { recursive: true, force: true });
  }
}
