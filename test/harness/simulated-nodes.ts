import type { TestControlPlane } from './control-plane.ts';
import { TestExecutor } from './executor.ts';
import { sample } from './sample.ts';

interface Daemon {
  name: string;
  appliedRevision: number;
  restartCounter: number;
  /** Another one needs another container. */
  configuration: string;
  /** The RPC credentials that it accepts since its last start, hashed. */
  accepts: readonly string[];
  phase: 'starting' | 'running' | 'failing' | 'stopped';
  /** Heartbeats until a start is over. */
  startsFor: number;
  startedAt: number;
  since: string;
  restarts: number;
}

/** An agent whose nodes exist only here: each restart takes some heartbeats, and no time. */
export class SimulatedNodes {
  readonly host: TestExecutor;
  readonly daemons = new Map<string, Daemon>();
  /** Names of nodes that fail when they start. */
  readonly broken = new Set<string>();
  /** Blocks that nodes are behind after their next start, by name. Nodes have samples only with `measures`. */
  readonly behind = new Map<string, number>();
  measures = false;
  /** Reports of operations, by the id of the node. */
  readonly operations = new Map<string, object[]>();
  /** The height of its samples. */
  height = 100;
  /** Heartbeats that a start takes. */
  startTicks = 2;
  /** The names in the order of their restarts. */
  readonly restarted: string[] = [];
  /** The fewest nodes that answered at a time, once all did. */
  fewestAnswering = Number.POSITIVE_INFINITY;
  readonly #executorId: Promise<string>;
  readonly #controlPlane: TestControlPlane;

  private constructor(controlPlane: TestControlPlane, host: TestExecutor, executorId: string) {
    this.#controlPlane = controlPlane;
    this.host = host;
    this.#executorId = Promise.resolve(executorId);
  }

  static async start(controlPlane: TestControlPlane, name: string): Promise<SimulatedNodes> {
    const host = await TestExecutor.withKey(controlPlane, name);
    return new SimulatedNodes(controlPlane, host, (await host.sync()).data.syncExecutor.executorId);
  }

  /** Creates nodes, and lets them run. Returns their ids. */
  async create(names: readonly string[]): Promise<string[]> {
    const executorId = await this.#executorId;
    const ids: string[] = [];
    for (const name of names) {
      const data = { executorId, name, network: 'regtest', clientVersion: '28.1' };
      const { createNode } = await this.#controlPlane.ask(
        'mutation($data: NodeCreateInput!) { createNode(data: $data) { node { id } } }',
        { data },
      );
      ids.push(createNode.node.id);
    }
    while (!ids.every((id) => this.daemons.get(id)?.phase === 'running')) await this.tick();
    await this.tick();
    this.restarted.length = 0;
    this.fewestAnswering = Number.POSITIVE_INFINITY;
    return ids;
  }

  get answering(): number {
    return [...this.daemons.values()].filter(({ phase }) => phase === 'running').length;
  }

  /** Sends a heartbeat, and then does what it is asked. */
  async tick(): Promise<void> {
    const nodes = [...this.daemons].map(([id, daemon]) => {
      const operations = this.operations.get(id);
      return { ...reportOf(id, daemon), ...(operations === undefined ? {} : { operations }) };
    });
    const answer = await this.host.sync({ nodes });
    for (const desired of answer.data.syncExecutor.nodes) this.#advance(desired);
    this.fewestAnswering = Math.min(this.fewestAnswering, this.answering);
    if (this.measures) await this.#measure();
  }

  /** Heartbeats until `look` returns something. */
  async until<T>(look: () => Promise<T | null | undefined | false>): Promise<T> {
    for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
      const found = await look();
      if (found !== null && found !== undefined && found !== false) return found;
      await this.tick();
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`timed out; daemons: ${JSON.stringify([...this.daemons.values()])}`);
  }

  async #measure(): Promise<void> {
    const events = [...this.daemons].flatMap(([nodeId, daemon]) =>
      daemon.phase !== 'running'
        ? []
        : [
            this.host.event({
              ...{ kind: 'node.sample', nodeId, message: 'sample' },
              data: sample(this.height, {
                headers: this.height + (this.behind.get(daemon.name) ?? 0),
                uptimeSeconds: Math.round((Date.now() - daemon.startedAt) / 1000),
                initialBlockDownload: false,
              }),
            }),
          ],
    );
    if (events.length > 0) await this.host.report(events);
  }

  #advance(desired: {
    id: string;
    name: string;
    revision: number;
    restartCounter: number;
    clientVersion: string;
    overrides: unknown;
    rpcAuth: string;
    formerRpcAuth: string | null;
    desiredState: string;
  }): void {
    const { id, name, revision, restartCounter, clientVersion, rpcAuth, formerRpcAuth } = desired;
    const fresh: Daemon = {
      ...{ name, appliedRevision: 0, restartCounter: -1, configuration: '', phase: 'stopped', startsFor: 0 },
      accepts: [],
      ...{ startedAt: 0, since: new Date().toISOString(), restarts: 0 },
    };
    const daemon = this.daemons.getOrInsert(id, fresh);
    const become = (phase: Daemon['phase']) => {
      if (daemon.phase !== phase) daemon.since = new Date().toISOString();
      daemon.phase = phase;
    };
    if (desired.desiredState !== 'running') {
      become('stopped');
      daemon.appliedRevision = revision;
      return;
    }
    const accepts = [rpcAuth, ...(formerRpcAuth === null ? [] : [formerRpcAuth])];
    const configuration = JSON.stringify([clientVersion, desired.overrides, accepts]);
    const isOther = daemon.restartCounter !== restartCounter || daemon.configuration !== configuration;
    if (isOther || daemon.phase === 'stopped') {
      Object.assign(daemon, {
        restartCounter,
        configuration,
        accepts,
        startsFor: this.startTicks,
        startedAt: Date.now(),
      });
      daemon.restarts += 1;
      this.restarted.push(name);
      become('starting');
      return;
    }
    if (daemon.phase === 'starting' && --daemon.startsFor <= 0) become(this.broken.has(name) ? 'failing' : 'running');
    if (daemon.phase !== 'starting') daemon.appliedRevision = revision;
  }
}

const reportOf = (id: string, { appliedRevision, phase, since, name }: Daemon) => ({
  ...{ id, phase, since, ...(appliedRevision > 0 ? { appliedRevision } : {}) },
  reason: phase === 'failing' ? `${name} cannot read its data` : null,
});
