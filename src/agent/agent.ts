import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Clock } from '../timing/clock.ts';
import { TaskGroup } from '../timing/task-group.ts';
import { ownVersion } from '../version.ts';
import { type AgentParts, describeAgent, explainNode } from './admin-socket/describe.ts';
import { serveAdminSocket } from './admin-socket/server.ts';
import { ControlPlaneClient } from './control-plane/client.ts';
import { DesiredState } from './desired/desired-state.ts';
import { containerLogs } from './docker/engine/container-logs.ts';
import { publishedPorts } from './docker/engine/containers.ts';
import { DockerClient } from './docker/engine/engine-client.ts';
import { engineInfo } from './docker/engine/engine-info.ts';
import { isInRegistry, pinOf } from './docker/engine/images.ts';
import { isPortInUse, PortGiver } from './docker/port-allocator.ts';
import { CapabilityReader } from './host/capabilities.ts';
import { usageOf } from './host/node-usage.ts';
import { ResourceReader } from './host/resources.ts';
import { LogResponder } from './logs/log-responder.ts';
import { rememberedPorts } from './node/node-record.ts';
import type { NewEvent } from './outbox/event.ts';
import { Outbox, OutboxWriteError } from './outbox/outbox.ts';
import { Sender } from './outbox/sender.ts';
import { Crew } from './reconcile/controller.ts';
import type { AgentSettings } from './settings/settings.ts';
import { openStore, type Store } from './store/database.ts';
import { writeHostSettings } from './store/host-settings.ts';
import { Installation } from './store/installation.ts';
import { lockDataDir } from './store/lock.ts';
import { describeExecutor } from './sync/describe-executor.ts';
import { ExecutorLease } from './sync/executor-lease.ts';
import { Heartbeat } from './sync/heartbeat.ts';
import { listenToNudges } from './sync/nudges.ts';

export interface AgentRun {
  log: Logger;
  clock: Clock;
  /** Ends the agent; the nodes run on. */
  signal: AbortSignal;
}

const templatePath = join(import.meta.dirname, '../../templates/bitcoin.conf');

/** Runs the agent until `signal` aborts. Throws DataDirInUse when another agent has the data directory. */
export async function runAgent(settings: AgentSettings, { log, clock, signal }: AgentRun): Promise<void> {
  const lock = lockDataDir(settings.dataDir);
  const database = openStore(settings.dataDir);
  try {
    const agent = new Agent(settings, database, { log, clock, signal });
    await agent.run();
  } finally {
    database.close();
    lock.release();
  }
}

/** The parts of one agent and the wires between them. */
class Agent {
  readonly #settings: AgentSettings;
  readonly #run: AgentRun;
  readonly #startedAt: string;
  readonly #version = ownVersion();
  readonly #docker: DockerClient;
  readonly #client: ControlPlaneClient;
  readonly #installation: Installation;
  readonly #desired: DesiredState;
  readonly #outbox: Outbox;
  readonly #sender: Sender;
  readonly #lease = new ExecutorLease();
  readonly #heartbeat: Heartbeat;
  readonly #logResponder: LogResponder;
  readonly #capabilities: CapabilityReader;
  readonly #resources: ResourceReader;
  readonly #database: Store;
  readonly #tasks: TaskGroup;
  /** What is done in the name of the executor that the control plane last took this agent for. */
  #term: { executorId: string; ending: AbortController; crew: Crew; nudges?: Promise<void> } | undefined;

  constructor(settings: AgentSettings, database: Store, run: AgentRun) {
    const { clock, log } = run;
    this.#settings = settings;
    this.#tasks = new TaskGroup(run.signal);
    this.#run = { ...run, signal: this.#tasks.signal };
    this.#database = database;
    this.#startedAt = new Date(clock.now()).toISOString();
    this.#docker = new DockerClient(settings.dockerSocket, this.#run.signal);
    this.#client = new ControlPlaneClient(settings);
    this.#installation = new Installation(database);
    this.#desired = new DesiredState(database, this.#installation);
    this.#outbox = new Outbox({
      database,
      executorName: settings.name,
      clock,
      maxEvents: settings.outboxMaxEvents,
    });
    this.#sender = new Sender({
      outbox: this.#outbox,
      send: (events, signal) => this.#client.reportEvents(events, signal),
      clock,
      log,
    });
    this.#heartbeat = new Heartbeat({
      describe: () =>
        describeExecutor({
          kind: 'docker',
          version: this.#version,
          settings,
          installation: this.#installation,
          desired: this.#desired,
          capabilities: this.#capabilities,
          resources: this.#resources,
          nodes: () => this.#crew?.report() ?? [],
          orphans: () => this.#crew?.orphans() ?? [],
        }),
      lease: this.#lease,
      sync: (input, signal) => this.#client.sync(input, signal),
      accept: (answer) => this.#accept(answer),
      onSuccess: () => {
        this.#sender.reachable();
        this.#listen();
      },
      clock,
      log,
    });
    // What another agent of this executor created may be touched from now on.
    this.#lease.onChange(() => {
      if (this.#lease.isHeld) this.#crew?.wake();
    });
    this.#logResponder = new LogResponder({
      readLog: async (nodeId, tail) => {
        const container = this.#crew?.worker(nodeId)?.situation?.container?.id;
        return container === undefined ? null : containerLogs(this.#docker, container, tail);
      },
      report: (input) => this.#client.reportLogs(input, this.#run.signal),
      log,
    });
    this.#capabilities = new CapabilityReader({
      offer: settings,
      clock,
      isImagePresent: async (reference) => (await pinOf(this.#docker, reference)) !== null,
      isImageInRegistry: (reference) => isInRegistry(this.#docker, reference, this.#run.signal),
      onChange: () => this.#heartbeat.wake(),
    });
    this.#resources = new ResourceReader({
      clock,
      dataPath: async () => settings.dataRoot ?? (await engineInfo(this.#docker)).rootDir,
      hostTotals: () => engineInfo(this.#docker),
      nodeUsage: () =>
        usageOf(this.#desired.all().flatMap(({ node }) => this.#crew?.worker(node.id)?.lastSample ?? [])),
    });
  }

  async run(): Promise<void> {
    const { signal, log } = this.#run;
    const { name, url, dataDir } = this.#settings;
    log.info({ version: this.#version, name, url }, 'the agent starts');
    this.#rememberRun();
    const local = await serveAdminSocket(dataDir, {
      status: () => describeAgent(this.#parts()),
      explain: (node) => explainNode(this.#parts(), node),
    });
    this.#tell({
      level: 'info',
      kind: 'executor.agent-started',
      nodeId: null,
      message: `The agent ${this.#version} started on ${hostname()}.`,
    });
    // Nodes that are known are looked after before, and without, any control plane.
    if (this.#installation.executorId !== undefined) this.#startTerm(this.#installation.executorId);
    this.#tasks.add(this.#heartbeat.run(signal));
    this.#tasks.add(this.#sender.run(signal));
    // The crew and the nudges join later, with the first answer.
    await this.#tasks.done().finally(() => {
      local.closeAllConnections();
      local.close();
    });
    log.info('the agent has ended; the nodes run on');
  }

  #parts(): AgentParts {
    return {
      version: this.#version,
      name: this.#settings.name,
      url: this.#settings.url,
      startedAt: this.#startedAt,
      installation: this.#installation,
      desired: this.#desired,
      heartbeat: this.#heartbeat,
      outbox: this.#outbox,
      crew: this.#crew,
    };
  }

  #accept(answer: Awaited<ReturnType<ControlPlaneClient['sync']>>): void {
    const changed = this.#desired.accept(answer);
    if (this.#term?.executorId === answer.executorId) this.#crew?.changed(changed);
    else this.#startTerm(answer.executorId);
    this.#logResponder.handle(answer.logRequests);
  }

  /** From the first heartbeat on: before it, a new executor is refused. */
  #listen(): void {
    const term = this.#term;
    if (term === undefined || term.nudges !== undefined) return;
    const { url, apiKey, name } = this.#settings;
    const { clock, signal } = this.#run;
    term.nudges = listenToNudges(
      { url, apiKey, executorName: name, clock, onNudge: () => this.#heartbeat.wake() },
      AbortSignal.any([signal, term.ending.signal]),
    );
    this.#tasks.add(term.nudges);
  }

  get #crew(): Crew | undefined {
    return this.#term?.crew;
  }

  /** The one before ends: an executor that was deleted and registered anew has another id, which its Docker objects must carry. */
  #startTerm(executorId: string): void {
    if (this.#term !== undefined) {
      const { executorId: before, ending } = this.#term;
      this.#run.log.warn({ before, executorId }, 'the control plane takes this agent for another executor now');
      ending.abort();
    }
    const { settings, database } = { settings: this.#settings, database: this.#database };
    const { clock, log, signal } = this.#run;
    const ports = new PortGiver({
      range: settings.portRange,
      taken: async () => new Set([...(await publishedPorts(this.#docker)), ...rememberedPorts(database)]),
      inUse: async (port) =>
        (await isPortInUse(port, settings.bindAddress)) || (await isPortInUse(port, settings.p2pBindAddress)),
    });
    const crew = new Crew({
      desired: this.#desired,
      onEngine: (answers, message) => this.#tellEngine(answers, message),
      surroundings: {
        client: this.#docker,
        executorId,
        instanceId: this.#installation.instanceId,
        template: readFileSync(templatePath, 'utf8'),
        dataRoot: settings.dataRoot,
        stopTimeoutSeconds: settings.stopTimeoutSeconds,
        database,
        clock,
        log,
        recorder: this.#outbox,
        ports,
        host: settings,
        reconcileIntervalSeconds: settings.reconcileIntervalSeconds,
        sampleIntervalSeconds: settings.sampleIntervalSeconds,
        held: (nodeId) => this.#desired.get(nodeId),
        forget: (nodeId) => this.#desired.forget(nodeId),
        isAccepted: () => this.#lease.isHeld,
        onStatusChange: () => this.#heartbeat.wake(),
      },
    });
    const ending = new AbortController();
    this.#term = { executorId, ending, crew };
    this.#tasks.add(crew.run(AbortSignal.any([signal, ending.signal])));
  }

  #tellEngine(answers: boolean, message: string): void {
    this.#run.log[answers ? 'info' : 'error'](message);
    this.#tell({
      level: answers ? 'info' : 'error',
      kind: answers ? 'executor.engine-back' : 'executor.engine-lost',
      nodeId: null,
      message,
    });
  }

  #rememberRun(): void {
    try {
      this.#installation.recordAgentVersion(this.#version);
      writeHostSettings(this.#database, this.#settings);
    } catch (error) {
      // On a full disk: what goes by it, such as the explanation without an agent, can wait.
      this.#run.log.error({ err: error }, 'the agent cannot write its own store');
    }
  }

  /** Of the agent itself. A full disk must not end the agent, which has nodes to look after. */
  #tell(event: NewEvent): void {
    try {
      this.#outbox.record(event);
    } catch (error) {
      if (!(error instanceof OutboxWriteError)) throw error;
      this.#run.log.error(error.message);
    }
  }
}
