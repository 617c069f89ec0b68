import type { DesiredState } from '../desired/desired-state.ts';
import { DiskGuard } from '../disk/disk-guard.ts';
import { DiskReadings } from '../disk/disk-readings.ts';
import { ExecutorSessions } from '../executor-session.ts';
import { RestartWatch, readBootId } from '../host/restart-watch.ts';
import type { NodeController } from '../reconcile/controller.ts';
import type { HostRuntime } from '../runtime/runtime.ts';
import { logStoreError } from '../store/store-error.ts';
import type { ExecutorLease } from '../sync/executor-lease.ts';
import type { AgentBasis } from './agent-basis.ts';
import type { ControlPlaneLink } from './connect-control-plane.ts';
import type { EventDelivery } from './send-events.ts';

export interface KeepNodesDeps extends AgentBasis {
  host: HostRuntime;
  desired: DesiredState;
  lease: ExecutorLease;
  link: ControlPlaneLink;
  delivery: EventDelivery;
  wakeHeartbeat(): void;
}

export interface NodeKeepers {
  disk: DiskGuard;
  sessions: ExecutorSessions;
}

export function keepNodes(deps: KeepNodesDeps): NodeKeepers {
  const { settings, database, installation, loops, clock, log, host, desired, lease, link, delivery } = deps;
  const { outbox, events, samples } = delivery;
  const checkRestarts = watchRestarts(deps);
  const disk = guardDisks(deps, () => sessions.controller);
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
  return { disk, sessions };
}

function watchRestarts({ host, database, log, signal, delivery }: KeepNodesDeps): () => Promise<void> {
  const restarts = new RestartWatch({
    database,
    record: (event) => delivery.outbox.record(event),
    readRun: async () => ({ bootId: await readBootId(), engineStartedAt: await host.startedAt() }),
  });
  return () =>
    restarts.check().catch((error: unknown) => {
      // It is looked at again when the engine is back, or the agent.
      if (!signal.aborted) logStoreError(log, 'could not find out whether the host was restarted', error, database);
    });
}

function guardDisks(
  { settings, database, host, loops, clock, log }: KeepNodesDeps,
  controller: () => NodeController | undefined,
): DiskGuard {
  return new DiskGuard({
    settings,
    dataPath: async () => (await host.hostInfo()).dataPath,
    nodes: () => controller()?.diskUsers() ?? [],
    wake: (nodeId) => controller()?.worker(nodeId)?.wake({ urgent: true }),
    pulse: loops.watch('disk guard'),
    readings: new DiskReadings(database, (error) =>
      logStoreError(log, 'a reading of the disk is lost because the store cannot be written', error, database),
    ),
    clock,
    log,
  });
}

async function listenToNudges(
  { settings, link, loops, clock, wakeHeartbeat: onNudge }: KeepNodesDeps,
  signal: AbortSignal,
): Promise<void> {
  // Loaded here, so that the first heartbeat does not wait for it.
  const { listenToNudges: listen } = await import('../sync/nudges.ts');
  const { url, name: executorName } = settings;
  const { key, connections } = link;
  using pulse = loops.watch('nudges');
  await listen({ url, executorName, apiKey: () => key.text, connections, clock, onNudge, pulse }, signal);
}
