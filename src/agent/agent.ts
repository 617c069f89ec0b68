import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Clock } from '../timing/clock.ts';
import { TaskGroup } from '../timing/task-group.ts';
import { ownVersion } from '../version.ts';
import type { AgentEvents } from './agent-events.ts';
import { DesiredState } from './desired/desired-state.ts';
import { DockerHost } from './docker/docker-host.ts';
import { isInOwnContainer, isOwnContainerRemoved } from './docker/own/docker-own-container.ts';
import { ContainerRemoved, ContainerWatch } from './host/container-watch.ts';
import { EngineCheck, UnfitEngine } from './host/engine-check.ts';
import { KeyRotation } from './key/key-rotation.ts';
import { WatchedLoops } from './loops/watched-loops.ts';
import { loadNodeRecord } from './node/record-table.ts';
import type { Service } from './service.ts';
import type { AgentSettings } from './settings/settings.ts';
import { openStore, type Store } from './store/database.ts';
import { Installation } from './store/installation.ts';
import { lockDataDir } from './store/lock.ts';
import { recordRun } from './store/record-run.ts';
import { ReserveKeeper } from './store/reserve-keeper.ts';
import { StoreReserve } from './store/store-reserve.ts';
import { describeExecutor } from './sync/describe-executor.ts';
import { ExecutorLease } from './sync/executor-lease.ts';
import { Heartbeat } from './sync/heartbeat.ts';
import { Takeover } from './sync/takeover.ts';
import { ownUpgrades } from './upgrade/own-upgrades.ts';
import type { AgentBasis } from './wiring/agent-basis.ts';
import { connectControlPlane } from './wiring/connect-control-plane.ts';
import { describeHost } from './wiring/describe-host.ts';
import { handleRequests } from './wiring/handle-requests.ts';
import { keepNodes } from './wiring/keep-nodes.ts';
import { sendEvents } from './wiring/send-events.ts';
import { showAgent } from './wiring/show-agent.ts';

export interface AgentRun {
  log: Logger;
  clock: Clock;
  signal: AbortSignal;
  /** What `satrap agent run` was given after these words. Default: nothing. */
  runArguments?: readonly string[];
}

/** Runs the agent until `signal` aborts. Throws DataDirInUse when another agent has the data directory. */
export async function runAgent(settings: AgentSettings, run: AgentRun): Promise<void> {
  const { log, clock, signal } = run;
  const lock = lockDataDir(settings.dataDir);
  const reserve = new StoreReserve(settings.dataDir, { onRelease: (left) => log.error(onReservedSpace(left)) });
  const database = openStore(settings.dataDir, reserve);
  const tasks = new TaskGroup(signal);
  try {
    const { name, url } = settings;
    log.info({ version: ownVersion(), name, url }, 'agent starting');
    recordRun(settings, database, log);
    const { services, events, loops } = buildAgent(settings, database, { ...run, signal: tasks.signal });
    services.push(new ReserveKeeper(reserve, clock, log, loops.watch('reserved space')));
    for (const service of services) tasks.add(runService(service, log, tasks.signal));
    // It waits for the disk, which it may do while the engine answers for the first heartbeat.
    events.started(ownVersion(), hostname());
    await tasks.done();
    log.info('agent stopped; the nodes keep running');
  } finally {
    database.close();
    lock.release();
  }
}

const onReservedSpace = (left: number): string =>
  `the disk of the agent’s own store is full: it writes on reserved space, of which ${Math.floor(left / 1024 / 1024)} MiB are left; make room there`;

async function runService(service: Service, log: Logger, signal: AbortSignal): Promise<void> {
  try {
    await service.run(signal);
  } catch (error) {
    if (error instanceof UnfitEngine || error instanceof ContainerRemoved)
      log.fatal(`${error.message}; the agent ends`);
    else log.fatal({ err: error, service: service.name }, 'a service of the agent crashed; the agent ends');
    throw error;
  }
}

/** Makes the parts of one agent, and returns those that run, in the order of their start. */
function buildAgent(
  settings: AgentSettings,
  database: Store,
  run: AgentRun,
): { services: Service[]; events: AgentEvents; loops: WatchedLoops } {
  const { log, clock, signal, runArguments = [] } = run;
  const version = ownVersion();
  const startedAt = new Date(clock.now()).toISOString();
  const installation = new Installation(database);
  const loops = new WatchedLoops(clock);
  const basis: AgentBasis = { settings, database, installation, loops, clock, log, signal };
  const wakeHeartbeat = () => heartbeat.wake();

  const link = connectControlPlane(basis);
  const { client, key, connections } = link;
  const desired = new DesiredState(database, installation);
  const lease = new ExecutorLease();
  const delivery = sendEvents(client, basis);
  const { outbox, sender, events, samples } = delivery;
  const host = new DockerHost({ settings, database, instanceId: installation.instanceId, signal });
  const { disk, sessions } = keepNodes({ ...basis, host, desired, lease, link, delivery, wakeHeartbeat });
  const answerRequests = handleRequests({ client, sessions, desired, clock, log, signal });
  const readers = describeHost({ ...basis, host, sessions, wakeHeartbeat });
  const rotation = new KeyRotation({
    key,
    requestKey: (abort) => client.rotateKey(abort),
    pulse: loops.watch('key rotation'),
    onWarning: wakeHeartbeat,
    clock,
    log,
  });
  const upgrades = ownUpgrades({
    ...{ settings, version, database, connections, runArguments, wakeHeartbeat, clock, log },
    pulse: loops.watch('upgrade'),
    record: (event, id) => events.record(event, id),
    container: host.ownContainer({ dataDir: settings.dataDir, runArguments, clock }),
  });
  const tipOf = (nodeId: string) => loadNodeRecord(database, nodeId)?.tip;
  const takeover = new Takeover({ installation, desired, tipOf, wakeHeartbeat, log });
  const heartbeat = new Heartbeat({
    pulse: loops.watch('heartbeat'),
    describe: () =>
      describeExecutor({
        ...{ kind: host.kind, version, settings, installation, desired, ...readers, upgrades },
        keyWarning: () => rotation.warning,
        held: () => takeover.held(),
        nodes: () => sessions.controller?.report() ?? [],
        orphans: () => sessions.controller?.orphans ?? [],
      }),
    sync: (input, abort) => client.sync(input, abort),
    accept: (answer) => {
      if (takeover.accept(answer.recovery)) sessions.accept(answer.executorId, desired.accept(answer));
      answerRequests(answer.requests);
      rotation.schedule({ rotateAt: answer.rotateKeyAt, expiresAt: answer.keyExpiresAt });
      upgrades.accept(answer.upgrade);
    },
    onSuccess: () => sender.reachable(),
    lease,
    clock,
    log,
  });
  upgrades.open();
  const parts = () => ({
    ...{ version, startedAt, installation, desired, heartbeat, outbox, rotation, disk, upgrades },
    name: settings.name,
    url: settings.url,
    controller: sessions.controller,
    engineFault: events.runtimeFault,
  });
  const { adminSocket, serviceManager, metrics } = showAgent({ ...basis, parts, events });
  // The heartbeat first: what it asks of the engine must not stand behind what the nodes ask.
  const services: Service[] = [
    heartbeat,
    adminSocket,
    sessions,
    disk,
    samples,
    sender,
    rotation,
    serviceManager,
    metrics,
    upgrades,
    new EngineCheck(host, clock),
  ];
  // Elsewhere it would read a list of all the host's mounts each second, which is long where there are many containers.
  if (isInOwnContainer()) services.push(new ContainerWatch(isOwnContainerRemoved, clock));
  return { services, events, loops };
}
