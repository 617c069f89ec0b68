import { randomBytes } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import type { Logger } from 'pino';
import type { ObservedNodeInput } from '../../client/generated.ts';
import { Alarm } from '../alarm.ts';
import type { Clock } from '../clock.ts';
import type { DesiredNode, HeldNode } from '../desired/desired-node.ts';
import { containerLogs } from '../docker/container-logs.ts';
import { EngineError } from '../docker/engine-error.ts';
import { isUp, type ObservedContainer } from '../docker/observed-container.ts';
import type { NodeExplanation } from '../local/status.ts';
import { sampleKind } from '../outbox/event.ts';
import type { NodeSample } from '../watch/watch.ts';
import { accountRestart, accountVolume, hasUnaccountedExit } from './account.ts';
import { applyStep, type StepSubject, type StepSurroundings } from './apply.ts';
import type { HostChoices } from './container-inputs.ts';
import { accountExit } from './exit-account.ts';
import { explainSituation } from './explain.ts';
import { keepPin, type ResolvedImage, resolveImage } from './image.ts';
import { clearIntent, type Intent, readIntent, writeIntent } from './journal.ts';
import { lastWords } from './last-words.ts';
import { memoryAfter } from './memory-after.ts';
import { configOf, type HostOffer, imageOf } from './node-config.ts';
import { type EventRecorder, NodeRecord } from './node-record.ts';
import { mainContainer, type ObservedNode, observeNode } from './observe.ts';
import { type Phase, phaseDuring, phaseOf } from './phase.ts';
import { phaseEvents } from './phase-events.ts';
import type { PortGiver } from './ports.ts';
import { RunWatch } from './run-watch.ts';
import { type Situation, situationOf } from './situation.ts';
import { eventOf, isDone, type Step } from './step.ts';

/** What every worker is given. */
export interface WorkerSurroundings extends StepSurroundings {
  database: DatabaseSync;
  clock: Clock;
  log: Logger;
  recorder: EventRecorder;
  ports: PortGiver;
  host: HostChoices & HostOffer & { advertiseHost: string };
  reconcileIntervalSeconds: number;
  sampleIntervalSeconds: number;
  held(nodeId: string): HeldNode | undefined;
  forget(nodeId: string): void;
  /** Whether the control plane takes this agent's heartbeats now. */
  isAccepted(): boolean;
  onStatusChange(): void;
}

/** A pass that failed is tried again after this long, doubled for each failure in a row. */
const firstRetryMs = 1000;
const lastRetryMs = 5 * 60_000;

/**
 * Keeps one node as it is wanted. Level-triggered: whatever wakes it, it looks at what is desired and what is true, takes one step, and
 * looks again.
 */
export class NodeWorker {
  readonly nodeId: string;
  readonly #given: WorkerSurroundings;
  readonly #record: NodeRecord;
  readonly #alarm: Alarm;
  readonly #watch: RunWatch;
  readonly #log: Logger;
  #urgent = false;
  #heardExit: { containerId: string; code: number } | undefined;
  #lookalikes = '';
  #pulling: { fetch: string; abort: AbortController } | undefined;
  #situation: Situation | undefined;
  #lastSample: NodeSample | undefined;
  #step: Step | undefined;

  constructor(nodeId: string, given: WorkerSurroundings) {
    this.nodeId = nodeId;
    this.#given = given;
    this.#record = new NodeRecord(nodeId, given.database, given.recorder, given.clock);
    this.#alarm = new Alarm(given.clock);
    this.#log = given.log.child({ nodeId, node: given.held(nodeId)?.node.name });
    this.#watch = new RunWatch(nodeId, {
      client: given.client,
      clock: given.clock,
      log: this.#log,
      sampleIntervalSeconds: given.sampleIntervalSeconds,
      onHealth: () => this.#writeIfPossible('a change of health', () => this.#refresh()),
      onSample: (sample) => this.#sampled(sample),
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
  async explain(held: HeldNode): Promise<NodeExplanation> {
    const { observed, image } = await this.#look(held.node);
    return explainSituation(held, this.#situationOf(held.node, observed, image), this.#record.memory);
  }

  /** Looks again. `urgent` is for news that may mend a failure: it does not wait for the back-off. */
  wake(urgent: boolean): void {
    if (urgent) {
      this.#urgent = true;
      this.#giveUpNeedlessPull();
    }
    this.#alarm.ring();
  }

  /** The engine tells that a container's process ended. */
  heardExit(containerId: string, code: number): void {
    this.#heardExit = { containerId, code };
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
      reason: status.reason,
      endpoint:
        ports === null ? null : { host: this.#given.host.advertiseHost, rpcPort: ports.rpc, p2pPort: ports.p2p },
      containerId: container?.id ?? null,
      imageDigest: this.#record.memory.applied?.image ?? null,
      appliedRevision,
    };
  }

  #isRetired({ node, vanished }: HeldNode): boolean {
    if (!vanished) return false;
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
    this.#settle(this.#situation);
    this.#followRun(this.#situation);
    const step = this.#situation.plan.steps[0];
    if (step === undefined) {
      this.#rest(this.#situation);
      return false;
    }
    signal.throwIfAborted();
    await this.#take(step, this.#situation, signal);
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
    // Whoever removes a container kills its daemon first.
    if (container.state === 'removing') return;
    await this.#accountExit(container, signal);
  }

  async #accountExit(container: ObservedContainer, signal: AbortSignal): Promise<void> {
    const down = !isUp(container) || container.state === 'restarting';
    const heard = this.#heardExit?.containerId === container.id ? this.#heardExit.code : null;
    const code = down ? container.exitCode : heard;
    this.#heardExit = undefined;
    const ended = {
      code,
      outOfMemory: container.oomKilled,
      lastWords: code === 0 ? null : await this.#wordsOf(container),
    };
    signal.throwIfAborted();
    const { exit, event } = accountExit(this.nodeId, this.#record.memory.exit, ended);
    this.#record.change({ lastExit: container.finishedAt, exit }, event === null ? [] : [{ event }]);
    this.#log.warn({ exitCode: code, outOfMemory: container.oomKilled }, 'the daemon ended unasked');
  }

  /** Null also where there is no log to read: the engine keeps none for a dead container, and none with some log drivers. */
  async #wordsOf(container: ObservedContainer): Promise<string | null> {
    try {
      return lastWords(await containerLogs(this.#given.client, container.id, 80));
    } catch (error) {
      if (!(error instanceof EngineError) || error.fault === 'unreachable') throw error;
      this.#log.warn(`the daemon’s last words are not known: ${error.message}`);
      return null;
    }
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

  /** Finds out what became of a step that an earlier run of the agent began. */
  #settle(situation: Situation): void {
    const intent = readIntent(this.#given.database, this.nodeId);
    if (intent === undefined) return;
    const done = isDone(intent.step, situation.observed, situation.image.present, intent.wantedHash);
    if (done) this.#finish(intent, situation);
    else this.#record.change({}, [], () => clearIntent(this.#given.database, this.nodeId));
    this.#situation = this.#situationOf(situation.desired, situation.observed, situation.image);
  }

  #situationOf(desired: DesiredNode, observed: ObservedNode, image: ResolvedImage): Situation {
    const { host, instanceId, isAccepted } = this.#given;
    return situationOf(desired, observed, image, this.#record.memory, host, { instanceId, isAccepted: isAccepted() });
  }

  async #take(step: Step, situation: Situation, signal: AbortSignal): Promise<void> {
    const intent: Intent = {
      step,
      eventId: this.#given.recorder.newId(),
      wantedHash: situation.made?.specHash ?? null,
    };
    this.#record.change({}, [], () => writeIntent(this.#given.database, this.nodeId, intent));
    this.#step = step;
    // An open connection to its RPC server keeps a daemon from ending for seconds.
    if (step.kind === 'stop-container') this.#watch.stop();
    try {
      this.#refresh();
      await this.#apply(step, situation, signal);
      const observed =
        step.kind === 'stop-container' ? await observeNode(this.#given, this.nodeId) : situation.observed;
      this.#finish(intent, { ...situation, observed });
    } finally {
      this.#step = undefined;
    }
  }

  async #apply(step: Step, situation: Situation, signal: AbortSignal): Promise<void> {
    const abort = new AbortController();
    if (step.kind === 'pull-image') this.#pulling = { fetch: step.reference, abort };
    const { desired } = situation;
    const subject: StepSubject = {
      config: configOf(desired),
      nodeId: this.nodeId,
      nodeName: desired.name,
      revision: desired.revision,
      made: situation.made,
      leftover: situation.observed.leftover,
    };
    try {
      const ended = Promise.withResolvers<never>();
      const end = () => ended.reject(new EngineError('refused', 'the agent is ending'));
      signal.addEventListener('abort', end, { once: true });
      const tell = this.#progressTeller(step);
      await Promise.race([
        applyStep(step, subject, this.#given, tell, AbortSignal.any([signal, abort.signal])),
        ended.promise,
      ]).finally(() => signal.removeEventListener('abort', end));
    } catch (error) {
      if (!abort.signal.aborted || signal.aborted) throw error;
      this.#log.info('the pull is given up because something else is wanted now');
    } finally {
      this.#pulling = undefined;
    }
  }

  /** Writes down that a step is finished, together with the event that tells of it. */
  #finish({ step, eventId }: Intent, situation: Situation): void {
    const change = memoryAfter(step, situation);
    // What was heard is of the run before this.
    if (step.kind === 'stop-container' || step.kind === 'start-container') this.#heardExit = undefined;
    const event = eventOf(this.nodeId, step, situation.observed);
    this.#record.change(change, [{ event, id: eventId }], () => clearIntent(this.#given.database, this.nodeId));
    this.#log.info({ step: step.kind }, event.message);
  }

  #followRun({ container, desired }: Situation): void {
    const { ports, agentRpc } = this.#record.memory;
    const { bindAddress } = this.#given.host;
    const host = bindAddress === '0.0.0.0' ? '127.0.0.1' : bindAddress;
    // Another installation has other passwords, and a daemon that hears a wrong one answers nobody for a while.
    const others = container !== undefined && ![null, this.#given.instanceId].includes(container.instanceId);
    const known = ports !== null && agentRpc !== null && desired.desiredState === 'running' && !others;
    this.#watch.follow(container, known ? { host, port: ports.rpc, password: agentRpc.password } : null);
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
    // The engine names things by 64 hexadecimal digits that differ at each try and tell a person nothing.
    const message = (error instanceof Error ? error.message : String(error)).replace(/\s*\(?\b[0-9a-f]{64}\b\)?/g, '');
    const engine = error instanceof EngineError && error.fault === 'unreachable';
    const { failure, everStarted, ports } = this.#record.memory;
    const count = (failure?.count ?? 0) + 1;
    // Told already, or about to be told once for all nodes.
    const quiet = engine || failure?.message === message;
    if (failure?.message !== message)
      this.#log.error({ err: error instanceof EngineError ? undefined : error }, message);
    const portTaken =
      /port is already allocated|address already in use/.test(message) && !everStarted && ports !== null;
    if (portTaken) this.#given.ports.refuse(ports);
    try {
      this.#record.change({ failure: { message, count, quiet }, ...(portTaken ? { ports: null } : {}) });
      this.#refresh();
    } catch (unwritable) {
      this.#log.error({ err: unwritable }, 'the agent cannot write its own store');
    }
    const retry = Math.min(lastRetryMs, firstRetryMs * 2 ** Math.min(count - 1, 20)) * (0.8 + Math.random() * 0.4);
    const until = this.#given.clock.now() + retry;
    while (!this.#urgent && !signal.aborted && this.#given.clock.now() < until) {
      await this.#alarm.wait(until - this.#given.clock.now(), signal);
    }
  }

  /** Works out the phase anew and tells whoever must know when it changed. */
  #refresh(): void {
    const now = this.#phase();
    if (now === undefined) return;
    const health = this.#watch.health;
    const answers = health !== null && health.state !== 'starting';
    const { status, exit, failure } = this.#record.memory;
    if (status.phase === now.phase && status.reason === now.reason && !(answers && exit !== null)) return;
    const since = status.phase === now.phase ? status.since : new Date(this.#given.clock.now()).toISOString();
    const events = phaseEvents(this.nodeId, status, now, health, failure?.quiet ?? false);
    this.#record.change({ status: { ...now, since }, ...(answers ? { exit: null } : {}) }, events);
    this.#given.onStatusChange();
  }

  #phase(): Phase | undefined {
    const situation = this.#situation;
    if (situation === undefined) {
      const { failure, status } = this.#record.memory;
      return failure === null
        ? undefined
        : { phase: status.phase === 'pending' ? 'failing' : status.phase, reason: failure.message };
    }
    const { desired, plan, container } = situation;
    if (this.#step !== undefined) return phaseDuring(this.#step, desired.desiredState);
    return phaseOf({
      desiredState: desired.desiredState,
      plan,
      container,
      health: this.#watch.health,
      memory: this.#record.memory,
    });
  }

  #progressTeller(step: Step): (progress: { done: number; total: number }) => void {
    let told = 0;
    return ({ done, total }) => {
      const now = this.#given.clock.now();
      if (now - told < 1000) return;
      told = now;
      const { status } = this.#record.memory;
      const reason = `${step.why}; ${mebibytes(done)} of ${mebibytes(total)} MiB fetched`;
      this.#writeIfPossible('the progress of a pull', () => {
        this.#record.change({ status: { ...status, phase: 'pulling', reason } });
        this.#given.onStatusChange();
      });
    };
  }

  #giveUpNeedlessPull(): void {
    const desired = this.#given.held(this.nodeId)?.node;
    if (this.#pulling === undefined || desired === undefined) return;
    const reference = imageOf(this.#given.host, desired.clientVersion);
    const same = this.#situation?.desired.clientVersion === desired.clientVersion && reference !== undefined;
    if (desired.desiredState !== 'running' || !same) this.#pulling.abort.abort();
  }
}

const mebibytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
