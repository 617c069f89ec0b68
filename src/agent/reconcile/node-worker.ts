import { randomBytes } from 'node:crypto';
import type { Logger } from 'pino';
import { sampleKind } from '../../contract/event-kinds.ts';
import type { ObservedNodeInput } from '../../contract/types.generated.ts';
import { fitText } from '../../text/fit-text.ts';
import { Notify } from '../../timing/notify.ts';
import type { DesiredEntry, DesiredNode } from '../desired/desired-entry.ts';
import { imageOf } from '../desired/host-offer.ts';
import { agentRpcUser } from '../docker/container-spec.ts';
import { StatsReader } from '../docker/engine/container-stats.ts';
import { EngineError } from '../docker/engine/engine-error.ts';
import { isUp, type ObservedContainer } from '../docker/engine/observed-container.ts';
import { keepPin, type ResolvedImage, resolveImage } from '../docker/image-pins.ts';
import { mainContainer, type ObservedNode, observeNode, runOf } from '../docker/observe.ts';
import { type Situation, situationOf } from '../docker/snapshot.ts';
import { RunMonitor } from '../monitor/run-monitor.ts';
import type { NodeSample } from '../monitor/sample.ts';
import { Exits } from '../node/exit-tracker.ts';
import { NodeRecord } from '../node/record-store.ts';
import { accountRestart, accountVolume, hasUnaccountedExit } from '../node/restart-tracker.ts';
import { NodeStatus } from '../node/status.ts';
import { explainSituation } from './explain.ts';
import type { NodeExplanation } from './explanation.ts';
import { failedPass, retryAfter } from './failure.ts';
import { readIntent } from './intent.ts';
import type { WorkerSurroundings } from './reconcile-deps.ts';
import { StepTaker } from './step-runner.ts';

/**
 * Keeps one node as it is wanted. Level-triggered: whatever wakes it, it looks at what is desired and what is true, takes one step, and
 * looks again.
 */
export class NodeWorker {
  readonly nodeId: string;
  readonly #given: WorkerSurroundings;
  readonly #record: NodeRecord;
  readonly #alarm: Notify;
  readonly #watch: RunMonitor;
  readonly #log: Logger;
  readonly #exits: Exits;
  readonly #status: NodeStatus;
  readonly #steps: StepTaker;
  #urgent = false;
  #lookalikes = '';
  #situation: Situation | undefined;
  #lastSample: NodeSample | undefined;
  #statsReader: { id: string; reader: StatsReader } | undefined;

  constructor(nodeId: string, given: WorkerSurroundings) {
    this.nodeId = nodeId;
    this.#given = given;
    this.#record = new NodeRecord(nodeId, given.database, given.recorder, given.clock);
    this.#alarm = new Notify(given.clock);
    this.#log = given.log.child({ nodeId, node: given.held(nodeId)?.node.name });
    this.#watch = new RunMonitor({
      stats: () => this.#stats(),
      clock: given.clock,
      log: this.#log,
      sampleIntervalSeconds: given.sampleIntervalSeconds,
      onHealth: () => this.#writeIfPossible('a change of health', () => this.#refresh()),
      onSample: (sample) => this.#sampled(sample),
    });
    this.#exits = new Exits(this.#record, given.client, this.#log);
    this.#status = new NodeStatus(this.#record, given.clock, () => given.onStatusChange());
    this.#steps = new StepTaker({
      record: this.#record,
      given,
      log: this.#log,
      onBegun: (step) => {
        // An open connection to its RPC server keeps a daemon from ending for seconds.
        if (step.kind === 'stop-container') this.#watch.stop();
        this.#refresh();
      },
      onPullProgress: (step, progress) =>
        this.#writeIfPossible('the progress of a pull', () => this.#status.showPull(step, progress)),
      onFinished: ({ kind }) => {
        if (kind === 'stop-container' || kind === 'start-container') this.#exits.forget();
      },
    });
  }

  /** What was measured last of the present run. */
  get lastSample(): NodeSample | undefined {
    return this.#lastSample;
  }

  get situation(): Situation | undefined {
    return this.#situation;
  }

  /** Why the node is as it is now, and what follows. Looks, and changes nothing. Throws EngineError. */
  async explain(held: DesiredEntry): Promise<NodeExplanation> {
    const { observed, image } = await this.#look(held.node);
    return explainSituation(held, this.#situationOf(held.node, observed, image), this.#record.memory);
  }

  /** Looks again. `urgent` is for news that may mend a failure: it does not wait for the back-off. */
  wake(urgent: boolean): void {
    if (urgent) {
      this.#urgent = true;
      const held = this.#given.held(this.nodeId);
      if (held !== undefined) this.#steps.giveUpNeedlessPull(held.node);
    }
    this.#alarm.notify();
  }

  /** The engine tells that a container's process ended. */
  heardExit(containerId: string, code: number): void {
    this.#exits.heard(containerId, code);
  }

  /** Works until the node is nobody's concern here any more, or `signal` aborts. */
  async run(signal: AbortSignal): Promise<void> {
    try {
      while (!signal.aborted) {
        const held = this.#given.held(this.nodeId);
        if (held === undefined || this.#isRetired(held)) return;
        try {
          const acted = await this.#pass(held.node, signal);
          if (!acted) await this.#alarm.wait(this.#given.reconcileIntervalSeconds * 1000, signal);
        } catch (error) {
          if (signal.aborted) return;
          await this.#fail(error, signal);
        }
        this.#urgent = false;
      }
    } finally {
      this.#watch.stop();
    }
  }

  /** What a heartbeat says of this node. */
  report(): ObservedNodeInput {
    const { status, ports, appliedRevision } = this.#record.memory;
    const container = this.#situation?.container;
    return {
      id: this.nodeId,
      phase: status.phase,
      since: status.since,
      reason: status.reason === null ? null : fitText(status.reason),
      endpoint:
        ports === null ? null : { host: this.#given.host.advertiseHost, rpcPort: ports.rpc, p2pPort: ports.p2p },
      containerId: container?.id ?? null,
      imageDigest: this.#record.memory.applied?.image ?? null,
      appliedRevision,
    };
  }

  #isRetired({ node, orphaned }: DesiredEntry): boolean {
    if (!orphaned) return false;
    if (node.desiredState !== 'deleted') return true;
    if (this.#record.memory.status.phase !== 'deleted') return false;
    this.#given.forget(this.nodeId);
    return true;
  }

  /** Looks, and takes at most one step. Tells whether it took one. */
  async #pass(desired: DesiredNode, signal: AbortSignal): Promise<boolean> {
    const { observed, image } = await this.#look(desired);
    const reference = imageOf(this.#given.host, desired.clientVersion);
    if (reference !== undefined) keepPin(this.#given.database, reference, image);
    const seen = mainContainer(observed, null);
    this.#tellLookalikes(observed);
    await this.#account(desired, observed, seen, signal);
    if (desired.desiredState === 'running') await this.#chooseOwn(desired, seen);
    this.#situation = this.#situationOf(desired, observed, image);
    if (this.#steps.settle(this.#situation)) this.#situation = this.#situationOf(desired, observed, image);
    this.#followRun(this.#situation);
    const step = this.#situation.plan.steps[0];
    if (step === undefined) {
      this.#rest(this.#situation);
      return false;
    }
    signal.throwIfAborted();
    await this.#steps.take(step, this.#situation, signal);
    return true;
  }

  async #look(desired: DesiredNode): Promise<{ observed: ObservedNode; image: ResolvedImage }> {
    const { client, database, host } = this.#given;
    const reference = imageOf(host, desired.clientVersion);
    const [observed, image] = await Promise.all([
      observeNode(this.#given, this.nodeId),
      reference === undefined || desired.desiredState === 'deleted'
        ? { pin: null, present: false, fetch: '' }
        : resolveImage(client, database, reference),
    ]);
    return { observed, image };
  }

  #tellLookalikes({ lookalikes }: ObservedNode): void {
    const seen = lookalikes.join(', ');
    if (seen !== '' && seen !== this.#lookalikes) {
      this.#log.warn(
        { containers: lookalikes },
        'a container of another carries the name or labels of this node; it is left alone',
      );
    }
    this.#lookalikes = seen;
  }

  #sampled(sample: NodeSample): void {
    this.#lastSample = sample;
    this.#writeIfPossible('a sample', () =>
      this.#given.recorder.record({
        level: 'info',
        kind: sampleKind,
        nodeId: this.nodeId,
        message: `height ${sample.height}`,
        data: sample,
      }),
    );
  }

  /** For what is soon said anew: a full disk must end neither a watch nor a pull because of it. */
  #writeIfPossible(what: string, write: () => void): void {
    try {
      write();
    } catch (error) {
      this.#log.error({ err: error }, `${what} is lost because the store cannot be written`);
    }
  }

  /** Brings the memory up to what happened while nobody looked. */
  async #account(
    desired: DesiredNode,
    observed: ObservedNode,
    container: ObservedContainer | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const { memory } = this.#record;
    const intent = readIntent(this.#given.database, this.nodeId);
    const asked = intent?.step.kind === 'stop-container' && intent.step.containerId === container?.id;
    this.#record.change({
      restart: accountRestart(memory.restart, desired, container),
      ...accountVolume(memory, observed, desired.restartCounter),
    });
    if (container === undefined || !hasUnaccountedExit(memory, container) || asked) return;
    await this.#exits.account(container, signal);
  }

  /** Ports and credentials are chosen once, and are on disk before anything is made from them. */
  async #chooseOwn(desired: DesiredNode, container: ObservedContainer | undefined): Promise<void> {
    const { memory } = this.#record;
    if (memory.ports === null) {
      // A container that never started may be one whose ports the engine refused.
      const used = container?.startedAt ? container.ports : null;
      if (used !== null) this.#record.change({ ports: used });
      else await this.#given.ports.give(desired.network, (ports) => this.#record.change({ ports }));
    }
    const agentRpc = memory.agentRpc ?? {
      password: randomBytes(24).toString('base64url'),
      salt: randomBytes(16).toString('hex'),
    };
    this.#record.change({ agentRpc });
  }

  #situationOf(desired: DesiredNode, observed: ObservedNode, image: ResolvedImage): Situation {
    const { host, instanceId, isAccepted } = this.#given;
    return situationOf(desired, observed, image, this.#record.memory, host, { instanceId, isAccepted: isAccepted() });
  }

  #followRun({ container, desired }: Situation): void {
    const { ports, agentRpc } = this.#record.memory;
    const { bindAddress } = this.#given.host;
    const host = bindAddress === '0.0.0.0' ? '127.0.0.1' : bindAddress;
    // Another installation has other passwords, and a daemon that hears a wrong one answers nobody for a while.
    const others = container !== undefined && ![null, this.#given.instanceId].includes(container.instanceId);
    const known = ports !== null && agentRpc !== null && desired.desiredState === 'running' && !others;
    const runs = container !== undefined && isUp(container) && container.state !== 'restarting';
    this.#watch.follow({
      run: runs ? runOf(container) : null,
      rpc: known ? { host, port: ports.rpc, user: agentRpcUser, password: agentRpc.password } : null,
    });
  }

  #stats(): ReturnType<StatsReader['read']> {
    const id = this.#situation?.container?.id ?? '';
    if (this.#statsReader?.id !== id) this.#statsReader = { id, reader: new StatsReader(this.#given.client, id) };
    return this.#statsReader.reader.read();
  }

  /** Nothing is to be done. */
  #rest({ desired, plan, container }: Situation): void {
    const settled = plan.blocked === null && this.#record.memory.restart.pending === null;
    const reached = desired.desiredState !== 'running' || (container !== undefined && isUp(container));
    this.#record.change({
      failure: null,
      ...(settled && reached ? { appliedRevision: desired.revision, cause: null } : {}),
    });
    this.#refresh();
  }

  async #fail(error: unknown, signal: AbortSignal): Promise<void> {
    const { failure, isNew, refusedPorts } = failedPass(error, this.#record.memory);
    if (isNew) this.#log.error({ err: error instanceof EngineError ? undefined : error }, failure.message);
    if (refusedPorts !== null) this.#given.ports.refuse(refusedPorts);
    try {
      this.#record.change({ failure, ...(refusedPorts === null ? {} : { ports: null }) });
      this.#refresh();
    } catch (unwritable) {
      this.#log.error({ err: unwritable }, 'the agent cannot write its own store');
    }
    const until = this.#given.clock.elapsed() + retryAfter(failure.count);
    while (!this.#urgent && !signal.aborted && this.#given.clock.elapsed() < until) {
      await this.#alarm.wait(until - this.#given.clock.elapsed(), signal);
    }
  }

  #refresh(): void {
    this.#status.refresh({ situation: this.#situation, step: this.#steps.step, health: this.#watch.health });
  }
}
