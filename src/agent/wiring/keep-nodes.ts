import type { DesiredState } from '../desired/desired-state.ts';
import { DiskGuard } from '../disk/disk-guard.ts';
import { DiskReadings } from '../disk/disk-readings.ts';
import { CapabilityReader } from '../host/capabilities.ts';
import { ResourceReader, usageOf } from '../host/resources.ts';
import { RestartWatch, readBootId } from '../host/restart-watch.ts';
import { ExecutorSessions } from '../reconcile/executor-session.ts';
import type { HostRuntime } from '../runtime/host-runtime.ts';
import { logStoreError } from '../store/store-error.ts';
import type { ExecutorLease } from '../sync/executor-lease.ts';
import type { AgentContext, ControlPlaneLink, EventDelivery } from './connect-control-plane.ts';

export interface NodeControlDeps extends AgentContext {
  host: HostRuntime;
  desired: DesiredState;
  lease: ExecutorLease;
  link: ControlPlaneLink;
  delivery: EventDelivery;
}

/** Builds the node services: disk guard, session, and host readers. */
export function buildNodeControl(deps: NodeControlDeps) {
  const { settings, database, installation, loops, clock, log, host, desired, lease, link, delivery } = deps;
  const { outbox, events, samples } = delivery;
  const { instanceId } = installation;
  const checkRestarts = watchRestarts(deps);
  const disk = new DiskGuard({
    settings,
    dataPath: async () => (await host.hostInfo()).dataPath,
    nodes: () => sessions.diskUsers(),
    wake: (nodeId) => sessions.worker(nodeId)?.wake({ urgent: true }),
    pulse: loops.watch('disk guard'),
    readings: new DiskReadings(database, (error) =>
      logStoreError(log, 'lost disk reading: store not writable', error, database),
    ),
    clock,
    log,
  });
  const sessions: ExecutorSessions = new ExecutorSessions(
    {
      nodeRuntime: (executorId) => host.nodeRuntime({ executorId, instanceId, database }, settings),
      lease,
      deps: {
        desired,
        instanceId,
        database,
        clock,
        log,
        recorder: outbox,
        recordSoon: (sample) => samples.add(sample),
        settings,
        disk,
        watchLoop: loops.watch,
        clockFault: () => link.hostClock.fault,
        onStatusChange: deps.wakeHeartbeat,
      },
      onRuntimeReachable: (answers, message) => events.runtimeReachable(answers, message),
      onRuntimeOpen: () => void checkRestarts(),
      listenToNudges: (abort) => listenToNudges(deps, abort),
    },
    installation,
    log,
  );
  const capabilities = new CapabilityReader({
    offer: settings,
    clock,
    isImagePresent: (reference) => host.hasImage(reference),
    askRegistry: (reference) => host.askRegistry(reference),
    log,
    onChange: deps.wakeHeartbeat,
  });
  const resources = new ResourceReader({
    clock,
    hostInfo: () => host.hostInfo(),
    settings,
    nodeUsage: () => usageOf(sessions.samples()),
    log,
  });
  return { disk, sessions, capabilities, resources };
}

function watchRestarts({ host, database, log, signal, delivery }: NodeControlDeps): () => Promise<void> {
  const restarts = new RestartWatch({
    database,
    record: (event) => delivery.outbox.record(event),
    readRun: async () => ({ bootId: await readBootId(), engineStartedAt: await host.startedAt() }),
  });
  return () =>
    restarts.check().catch((error: unknown) => {
      // Checked again when the engine or the agent is back.
      if (!signal.aborted) logStoreError(log, 'cannot detect a host restart', error, database);
    });
}

async function listenToNudges(
  { settings, link, loops, clock, wakeHeartbeat: onNudge }: NodeControlDeps,
  signal: AbortSignal,
): Promise<void> {
  // Loaded here, so that the first heartbeat does not wait for it.
  const { listenToNudges: listen } = await import('../sync/nudges.ts');
  const { url, name: executorName } = settings;
  const { key, connections } = link;
  using pulse = loops.watch('nudges');
  await listen({ url, executorName, apiKey: () => key.text, connections, clock, onNudge, pulse }, signal);
}
