import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { DesiredNode } from '../../src/agent/desired/desired-entry.ts';
import { DesiredState } from '../../src/agent/desired/desired-state.ts';
import type { UnsupportedNode } from '../../src/agent/desired/judge-node.ts';
import { Outbox } from '../../src/agent/outbox/outbox.ts';
import { NodeController, type NodeControllerOptions } from '../../src/agent/reconcile/controller.ts';
import type { NodeExplanation } from '../../src/agent/reconcile/explain.ts';
import type { DiskRoom } from '../../src/agent/reconcile/reconcile-deps.ts';
import { openStore, type Store } from '../../src/agent/store/database.ts';
import { installationIn } from '../../src/agent/store/installation.ts';
import { ExecutorLease } from '../../src/agent/sync/executor-lease.ts';
import type { RuntimeEventInput } from '../../src/contract/types.generated.ts';
import { desired } from '../fixtures/node.ts';
import { type LogLine, listeningLog } from './listening-log.ts';
import { MemoryRuntime } from './memory-runtime.ts';
import { testDeps } from './test-deps.ts';
import { VirtualClock } from './virtual-clock.ts';

/** The loop of one executor on a runtime in memory, with a real store and a virtual clock. */
export class MemoryHost {
  readonly clock = new VirtualClock(Date.UTC(2026, 0, 1));
  readonly lease = new ExecutorLease();
  desired: DesiredState;
  readonly runtime: MemoryRuntime;
  readonly logged: LogLine[];
  readonly database: Store;
  deps: NodeControllerOptions['deps'];
  readonly disk: DiskRoom;
  controller: NodeController;
  readonly #dataDir = mkdtempSync(join(tmpdir(), 'satrap-memory-'));
  readonly #outbox: Outbox;
  #ending = new AbortController();
  #running: Promise<void> = Promise.resolve();
  #revision = 0;

  /** Stops and is removed when the test ends. */
  constructor() {
    this.database = openStore(this.#dataDir);
    const installation = installationIn(this.database);
    this.desired = new DesiredState(this.database, installation);
    this.#outbox = new Outbox({ database: this.database, executorName: 'host', clock: this.clock, maxEvents: 1000 });
    this.runtime = new MemoryRuntime(installation.instanceId);
    const { log, lines } = listeningLog();
    this.logged = lines;
    this.lease.isHeld = true;
    this.disk = testDeps(this.#outbox).disk;
    const { runtime, desired: desiredState, lease, database, clock, disk } = this;
    this.deps = {
      ...testDeps(this.#outbox),
      ...{ runtime, desired: desiredState, lease, instanceId: installation.instanceId, database, clock, log, disk },
      recorder: this.#outbox,
      settings: {
        ...{ bindAddress: '127.0.0.1', advertiseHost: 'host', reconcileIntervalSeconds: 60, sampleIntervalSeconds: 30 },
      },
    };
    this.controller = this.#newController();
    onTestFinished(async () => {
      await this.stop();
      this.database.close();
      rmSync(this.#dataDir, { recursive: true });
    });
  }

  /** Makes the control plane list exactly these nodes. */
  list(...nodes: Partial<DesiredNode>[]): void {
    const answer = { executorId: 'e', revision: ++this.#revision, nodes: nodes.map((node) => desired(node)) };
    this.controller.desiredChanged(this.desired.accept(answer));
  }

  /** Makes the control plane list these nodes, of which this agent supports only `supported`. */
  listSome(supported: readonly Partial<DesiredNode>[], unsupportedNodes: readonly UnsupportedNode[]): void {
    const nodes = supported.map((node) => desired(node));
    const answer = { executorId: 'e', revision: ++this.#revision, nodes, unsupportedNodes };
    this.controller.desiredChanged(this.desired.accept(answer));
  }

  /** Lists exactly these nodes, and lets the loop do what it can. */
  async relist(...nodes: Partial<DesiredNode>[]): Promise<void> {
    this.list(...nodes);
    await this.settle();
  }

  /** Starts the loop; after `stop`, like a restarted agent. */
  start(): void {
    this.#ending = new AbortController();
    this.controller = this.#newController();
    this.#running = this.controller.run(this.#ending.signal);
  }

  /** Reads the stored desired state again, as a restarted agent does. */
  reopen(): void {
    this.desired = new DesiredState(this.database, installationIn(this.database));
    this.deps = { ...this.deps, desired: this.desired };
  }

  async stop(): Promise<void> {
    this.#ending.abort();
    await this.#running;
  }

  async pass(ms: number): Promise<void> {
    await this.clock.passUntil(this.clock.elapsed() + ms);
    await this.settle();
  }

  /** Runs everything that needs no time. */
  async settle(): Promise<void> {
    for (let turn = 0; turn < 50; turn++) await nextTurn();
  }

  /** The events recorded so far, without samples. */
  get events(): RuntimeEventInput[] {
    return this.#outbox.nextBatch(1000);
  }

  explain(nameOrId: string): Promise<NodeExplanation> {
    const entry = this.desired.find(nameOrId);
    if (entry === undefined) throw new Error(`${nameOrId} is not known`);
    return this.controller.explain(entry);
  }

  phaseOf(nodeId: string): string | undefined {
    return this.controller.worker(nodeId)?.node.report().phase;
  }

  #newController(): NodeController {
    return new NodeController({ deps: this.deps, onRuntimeReachable: () => undefined, onRuntimeOpen: () => undefined });
  }
}

/** A host whose loop has carried out what it could for these nodes. */
export async function startedHost(...nodes: Partial<DesiredNode>[]): Promise<MemoryHost> {
  const host = new MemoryHost();
  host.list(...nodes);
  host.start();
  await host.settle();
  return host;
}
