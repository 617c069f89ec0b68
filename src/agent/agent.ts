import { hostname } from 'node:os';
import type { Logger } from 'pino';
import type { Clock } from '../timing/clock.ts';
import { TaskGroup } from '../timing/task-group.ts';
import { ownVersion } from '../version.ts';
import { AdminSocket } from './admin-socket/admin-socket.ts';
import { describeAgent, explainByName } from './admin-socket/describe.ts';
import { AgentEvents } from './agent-events.ts';
import { answerPeople } from './answer-people.ts';
import { ControlPlaneClient } from './control-plane/client.ts';
import { HttpConnections } from './control-plane/http-connections.ts';
import { DesiredState } from './desired/desired-state.ts';
import { DiskGuard } from './disk/disk-guard.ts';
import { DiskReadings } from './disk/disk-readings.ts';
import { DockerHost } from './docker/docker-host.ts';
import { isOwnContainerRemoved } from './docker/own/docker-own-container.ts';
import { ExecutorSessions } from './executor-session.ts';
import { CapabilityReader } from './host/capabilities.ts';
import { ContainerRemoved, ContainerWatch } from './host/container-watch.ts';
import { EngineCheck, UnfitEngine } from './host/engine-check.ts';
import { HostClock } from './host/host-clock.ts';
import { usageOf } from './host/node-usage.ts';
import { ResourceReader } from './host/resources.ts';
import { RestartWatch, readBootId } from './host/restart-watch.ts';
import { AgentKey } from './key/agent-key.ts';
import { KeyRotation } from './key/key-rotation.ts';
import { WatchedLoops } from './loops/watched-loops.ts';
import { MetricsService } from './metrics/metrics-service.ts';
import { readFigures } from './metrics/read-figures.ts';
import { Outbox } from './outbox/outbox.ts';
import { SampleBatch } from './outbox/sample-batch.ts';
import { Sender } from './outbox/sender.ts';
import type { Service } from './service.ts';
import { ServiceManager } from './service-manager/service-manager.ts';
import { systemdNotify } from './service-manager/systemd-notify.ts';
import type { AgentSettings } from './settings/settings.ts';
import { openStore, type Store } from './store/database.ts';
import { Installation } from './store/installation.ts';
import { lockDataDir } from './store/lock.ts';
import { recordRun } from './store/record-run.ts';
import { ReserveKeeper } from './store/reserve-keeper.ts';
import { logStoreError } from './store/store-error.ts';
import { StoreReserve } from './store/store-reserve.ts';
import { describeExecutor } from './sync/describe-executor.ts';
import { ExecutorLease } from './sync/executor-lease.ts';
import { Heartbeat } from './sync/heartbeat.ts';
import { ownUpgrades } from './upgrade/own-upgrades.ts';

export interface AgentRun {
  log: Logger;
  clock: Clock;
  /** Ends the agent; the nodes keep running. */
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

  const key = new AgentKey(settings.apiKey, settings.keyFile);
  const connections = new HttpConnections(settings);
  const hostClock = new HostClock({ clock, log });
  const client = new ControlPlaneClient({
    ...{ url: settings.url, apiKey: () => key.text, connections },
    onDated: (answer) => hostClock.note(answer),
  });
  const desired = new DesiredState(database, installation);
  const lease = new ExecutorLease();
  const outbox = new Outbox({
    database,
    executorName: settings.name,
    clock,
    maxEvents: settings.outboxMaxEvents,
  });
  const loops = new WatchedLoops(clock);
  const sender = new Sender({
    outbox,
    send: (events, abort) => client.reportEvents(events, abort),
    pulse: loops.watch('event sender'),
    clock,
    log,
  });
  const events = new AgentEvents(outbox, log);
  const samples = new SampleBatch({
    outbox,
    sampleIntervalSeconds: settings.sampleIntervalSeconds,
    onFailure: (error) => logStoreError(log, 'samples are lost because the store cannot be written', error, database),
    pulse: loops.watch('sample writer'),
    clock,
  });

  const host = new DockerHost({ settings, database, instanceId: installation.instanceId, signal });
  const restarts = new RestartWatch({
    database,
    record: (event) => outbox.record(event),
    readRun: async () => ({ bootId: await readBootId(), engineStartedAt: await host.startedAt() }),
  });
  const checkRestarts = () =>
    restarts.check().catch((error: unknown) => {
      // It is looked at again when the engine is back, or the agent.
      if (!signal.aborted) logStoreError(log, 'could not find out whether the host was restarted', error, database);
    });
  const wakeHeartbeat = () => heartbeat.wake();
  const disk = new DiskGuard({
    settings,
    dataPath: async () => (await host.hostInfo()).dataPath,
    nodes: () => sessions.controller?.diskUsers() ?? [],
    wake: (nodeId) => sessions.controller?.worker(nodeId)?.wake({ urgent: true }),
    pulse: loops.watch('disk guard'),
    readings: new DiskReadings(database, (error) =>
      logStoreError(log, 'a reading of the disk is lost because the store cannot be written', error, database),
    ),
    clock,
    log,
  });
  const sessions = new ExecutorSessions(
    {
      host,
      lease,
      deps: {
        desired,
        lease,
        instanceId: installation.instanceId,
        database,
        clock,
        log,
        recorder: outbox,
        recordSoon: (sample) => samples.add(sample),
        settings,
        disk,
        watchLoop: loops.watch,
        clockFault: () => hostClock.fault,
        onStatusChange: wakeHeartbeat,
      },
      onRuntimeReachable: (answers, message) => events.runtimeReachable(answers, message),
      onRuntimeOpen: () => {
        events.runtimeOpen();
        void checkRestarts();
      },
      listenToNudges: async (abort) => {
        // Loaded here, so that the first heartbeat does not wait for it.
        const { listenToNudges } = await import('./sync/nudges.ts');
        const { url, name: executorName } = settings;
        const onNudge = wakeHeartbeat;
        using pulse = loops.watch('nudges');
        await listenToNudges({ url, executorName, apiKey: () => key.text, connections, clock, onNudge, pulse }, abort);
      },
    },
    installation,
    log,
  );
  const answerRequests = answerPeople({ client, sessions, desired, clock, log, signal });
  const capabilities = new CapabilityReader({
    offer: settings,
    clock,
    isImagePresent: (reference) => host.hasImage(reference),
    askRegistry: (reference) => host.askRegistry(reference),
    log,
    onChange: wakeHeartbeat,
  });
  const resources = new ResourceReader({
    clock,
    hostInfo: () => host.hostInfo(),
    settings,
    nodeUsage: () => usageOf(sessions.controller?.samples() ?? []),
    log,
  });
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
  const heartbeat = new Heartbeat({
    pulse: loops.watch('heartbeat'),
    describe: () =>
      describeExecutor({
        kind: host.kind,
        version,
        settings,
        installation,
        desired,
        capabilities,
        resources,
        keyWarning: () => rotation.warning,
        upgrades,
        nodes: () => sessions.controller?.report() ?? [],
        orphans: () => sessions.controller?.orphans ?? [],
      }),
    sync: (input, abort) => client.sync(input, abort),
    accept: (answer) => {
      sessions.accept(answer.executorId, desired.accept(answer));
      answerRequests(answer);
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
  const adminSocket = new AdminSocket(settings.dataDir, {
    status: () => describeAgent(parts()),
    health: () => loops.health,
    explain: (node) => explainByName(parts(), node),
  });
  const serviceManager = new ServiceManager({
    env: process.env,
    notify: systemdNotify,
    isAlive: () => loops.health.isAlive,
    clock,
    log,
  });
  const metrics = new MetricsService({
    settings,
    figures: () => readFigures({ ...parts(), loops, events }),
    clock,
    log,
  });
  // The heartbeat first: what it asks of the engine must not stand behind what the nodes ask.
  const services = [
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
  ];
  const checks = [new EngineCheck(host, clock), new ContainerWatch(isOwnContainerRemoved, clock)];
  return { services: [...services, ...checks], events, loops };
}
