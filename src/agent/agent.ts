import { hostname } from 'node:os';
import type { Logger } from 'pino';
import { packageRoot } from '../package-root.ts';
import type { Clock } from '../timing/clock.ts';
import { TaskGroup } from '../timing/task-group.ts';
import { ownVersion } from '../version.ts';
import type { AgentParts } from './admin-socket/status.ts';
import { keyRotation } from './control-plane/key-rotation.ts';
import { DesiredState } from './desired/desired-state.ts';
import { isInOwnContainer, isOwnContainerRemoved } from './docker/own/docker-own-container.ts';
import { GatewayFile } from './gateway/gateway-file.ts';
import { GatewayLink } from './gateway/gateway-link.ts';
import { ContainerRemoved, containerWatch, engineCheck, UnfitEngine } from './host/engine-check.ts';
import { type Service, watchedLoops } from './loops/watched-loops.ts';
import { AnswerMemory } from './monitor/answer-memory.ts';
import { loadNodeRecord } from './node/record-store.ts';
import { hostRuntime } from './offline/host-runtime.ts';
import type { AgentSettings } from './settings/settings.ts';
import { openStore, type Store } from './store/database.ts';
import { recordRun } from './store/host-settings.ts';
import { installationIn } from './store/installation.ts';
import { lockDataDir } from './store/lock.ts';
import { reserveKeeper, storeReserve } from './store/store-reserve.ts';
import { describeExecutor } from './sync/describe-executor.ts';
import { ExecutorLease } from './sync/executor-lease.ts';
import { Heartbeat } from './sync/heartbeat.ts';
import { streamWatch } from './sync/stream-watch.ts';
import { takeoverOf } from './sync/takeover.ts';
import { Upgrader } from './upgrade/upgrader.ts';
import { type AgentContext, type ControlPlaneLink, connectControlPlane } from './wiring/connect-control-plane.ts';
import { buildNodeControl } from './wiring/keep-nodes.ts';
import { buildEndpoints, handleRequests } from './wiring/show-agent.ts';

export interface AgentRun {
  log: Logger;
  clock: Clock;
  signal: AbortSignal;
  /** The arguments after `satrap agent run`. Default: none. */
  runArguments?: readonly string[];
}

/** Runs the agent until `signal` aborts. Throws DataDirInUse if another agent uses the data directory. */
export async function runAgent(settings: AgentSettings, run: AgentRun): Promise<void> {
  const { log, clock, signal } = run;
  const lock = lockDataDir(settings.dataDir);
  const reserve = storeReserve(settings.dataDir, { onRelease: (left) => log.error(onReservedSpace(left)) });
  const database = openStore(settings.dataDir, reserve);
  const tasks = new TaskGroup(signal);
  try {
    const { name, url } = settings;
    log.info({ version: ownVersion(), name, url }, 'starting agent');
    recordRun(settings, database, log);
    const { services, events, loops } = buildAgent(settings, database, { ...run, signal: tasks.signal });
    services.push(reserveKeeper(reserve, { clock, log, pulse: loops.watch('reserved space') }));
    for (const service of services) tasks.add(runService(service, log, tasks.signal));
    // It writes to disk, which may happen while the engine is queried for the first heartbeat.
    events.started(ownVersion(), hostname());
    await tasks.done();
    log.info('stopped agent; nodes keep running');
  } finally {
    database.close();
    lock.release();
  }
}

const onReservedSpace = (left: number): string =>
  `the disk of the agent’s store is full: using reserved space, ${Math.floor(left / 1024 / 1024)} MiB left; free disk space`;

async function runService(service: Service, log: Logger, signal: AbortSignal): Promise<void> {
  try {
    await service.run(signal);
  } catch (error) {
    if (error instanceof UnfitEngine || error instanceof ContainerRemoved)
      log.fatal(`${error.message}; stopping the agent`);
    else log.fatal({ err: error, service: service.name }, 'agent service crashed; stopping the agent');
    throw error;
  }
}

/** Builds the parts of one agent, and returns its services in start order. */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: it names each part of the agent once, in the order in which they need each other.
function buildAgent(settings: AgentSettings, database: Store, run: AgentRun) {
  const { log, clock, signal, runArguments = [] } = run;
  const startedAt = new Date(clock.now()).toISOString();
  const installation = installationIn(database);
  const loops = watchedLoops(clock);
  const wakeHeartbeat = () => heartbeat.wake();
  const answerMemory = new AnswerMemory();
  const context: AgentContext = {
    settings,
    database,
    installation,
    loops,
    clock,
    log,
    signal,
    answerMemory,
    wakeHeartbeat,
  };

  const link = connectControlPlane(context);
  const { client, sender, events, samples } = link;
  const desired = new DesiredState(database, installation);
  const shared = { ...context, ...link, desired, version: ownVersion() };
  const lease = new ExecutorLease();
  const host = hostRuntime(settings, { signal });
  const onNudgeStream = (isComing: boolean) => {
    heartbeat.isNudged = isComing;
  };
  const areHeartbeatsAccepted = () => heartbeat.state.error === null;
  const stream = streamWatch({ events, areHeartbeatsAccepted, log });
  const onNudgeSilence = stream.onSilence;
  const onNudge = () => heartbeat.nudge();
  const heard = (abort: AbortSignal) => heartbeat.heard(abort);
  const nodes = buildNodeControl({ ...shared, host, lease, onNudge, onNudgeStream, onNudgeSilence, heard });
  const { disk, sessions } = nodes;
  const answerRequests = handleRequests(context, client, { sessions, desired });
  const rotation = keyRotation({
    ...shared,
    requestKey: (abort) => client.rotateKey(abort),
    pulse: loops.watch('key rotation'),
    onWarning: wakeHeartbeat,
  });
  const upgrades = buildUpgrader(shared, host, runArguments);
  const gateway = new GatewayLink({
    ...shared,
    file: new GatewayFile(settings.dataDir, database),
    send: (report, abort) => client.reportEndpoints(report, abort),
    pulse: loops.watch('gateway'),
  });
  const tipOf = (nodeId: string) => loadNodeRecord(database, nodeId)?.tip;
  const takeover = takeoverOf({ ...shared, tipOf });
  const heartbeat = new Heartbeat({
    pulse: loops.watch('heartbeat'),
    describe: () => describeExecutor({ ...parts, ...nodes, kind: host.kind, takeover, gateway }),
    sync: (input, abort) => client.sync(input, abort),
    accept: (answer) => {
      if (takeover.accept(answer.recovery)) sessions.accept(answer.executorId, desired.accept(answer));
      answerRequests(answer.requests);
      rotation.schedule({ rotateAt: answer.rotateKeyAt, expiresAt: answer.keyExpiresAt });
      upgrades.accept(answer.upgrade);
      gateway.accept(answer.gateway);
    },
    onSuccess: () => sender.reachable(),
    lease,
    clock,
    log,
  });
  upgrades.open();
  const parts: AgentParts = { ...shared, ...nodes, startedAt, heartbeat, rotation, upgrades, stream };
  const { admin, manager, metrics } = buildEndpoints(parts, context);
  // The heartbeat first: its engine calls must not wait behind those of the nodes.
  const nodeServices = [sessions, disk, samples, sender, rotation, gateway];
  const services: Service[] = [heartbeat, admin, ...nodeServices, manager, metrics, upgrades, engineCheck(host, clock)];
  // Elsewhere it would read all mounts of the host each second, which is slow with many containers.
  if (isInOwnContainer()) services.push(containerWatch(isOwnContainerRemoved, clock));
  return { services, events, loops };
}

function buildUpgrader(
  deps: AgentContext & ControlPlaneLink & { version: string },
  host: ReturnType<typeof hostRuntime>,
  runArguments: readonly string[],
): Upgrader {
  const { settings, loops, clock, events } = deps;
  const { dataDir, channel } = settings;
  return new Upgrader({
    ...deps,
    root: packageRoot(),
    dataDir,
    channel,
    runArguments,
    pulse: loops.watch('upgrade'),
    record: (event, id) => events.record(event, id),
    container: host.ownContainer({ dataDir, runArguments, clock }),
  });
}
