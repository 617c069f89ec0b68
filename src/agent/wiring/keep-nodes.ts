import type { DesiredState } from '../desired/desired-state.ts';
import { DiskGuard } from '../disk/disk-guard.ts';
import { diskReadings } from '../disk/disk-readings.ts';
import { CapabilityReader } from '../host/capabilities.ts';
import { resourceReader, usageOf } from '../host/resources.ts';
import { checkRestart, readBootId } from '../host/restart-watch.ts';
import { type ExecutorSessions, executorSessions } from '../reconcile/executor-session.ts';
import type { HostRuntime } from '../runtime/host-runtime.ts';
import { logStoreError } from '../store/store-error.ts';
import type { ExecutorLease } from '../sync/executor-lease.ts';
import type { AgentContext, ControlPlaneLink } from './connect-control-plane.ts';

export interface NodeControlDeps extends AgentContext, ControlPlaneLink {
  host: HostRuntime;
  desired: DesiredState;
  lease: ExecutorLease;
  onNudge(): void;
  onNudgeStream(isComing: boolean): void;
  onNudgeSilence(isSilent: boolean): void;
  heard(signal: AbortSignal): Promise<void>;
}

/** Builds the node services: disk guard, session, and host readers. */
export function buildNodeControl(deps: NodeControlDeps) {
  const { settings, database, installation, loops, clock, log, signal, answerMemory, wakeHeartbeat } = deps;
  const { host, desired, lease, hostClock, outbox, events, samples } = deps;
  const { instanceId } = installation;
  const onStoreError = (what: string) => (error: unknown) => logStoreError(log, what, error, database);
  const checkRestarts = () =>
    checkRestart({
      database,
      record: (event) => outbox.record(event),
      readRun: async () => ({ bootId: await readBootId(), engineStartedAt: await host.startedAt() }),
    }).catch((error: unknown) => {
      // Checked again when the engine or the agent is back.
      if (!signal.aborted) onStoreError('cannot detect a host restart')(error);
    });
  const disk: DiskGuard = new DiskGuard({
    settings,
    dataPath: async () => (await host.hostInfo()).dataPath,
    nodes: () => sessions.diskUsers(),
    wake: (nodeId) => sessions.worker(nodeId)?.wake({ urgent: true }),
    pulse: loops.watch('disk guard'),
    readings: diskReadings(database, onStoreError('lost disk reading: store not writable')),
    clock,
    log,
  });
  const sessions: ExecutorSessions = executorSessions(
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
        recordSoon: samples.add,
        settings,
        disk,
        watchLoop: loops.watch,
        answerMemory,
        clockFault: () => hostClock.fault,
        onStatusChange: wakeHeartbeat,
      },
      onRuntimeReachable: (answers, message) => events.runtimeReachable(answers, message),
      onRuntimeOpen: () => void checkRestarts(),
      listenToNudges: (abort) => listenToNudges(deps, abort),
    },
    installation,
  );
  const images = new CapabilityReader({ offer: settings, clock, host, log, onChange: wakeHeartbeat });
  const resources = resourceReader({ clock, host, settings, nodeUsage: () => usageOf(sessions.samples()), log });
  return { disk, sessions, capabilities: () => images.read(), imageAnswers: () => images.answers(), resources };
}

async function listenToNudges(
  {
    settings,
    key,
    connections,
    loops,
    clock,
    desired,
    onNudge,
    onNudgeStream: onStream,
    onNudgeSilence: onSilence,
    heard,
  }: NodeControlDeps,
  signal: AbortSignal,
): Promise<void> {
  // Loaded here, so that the first heartbeat does not wait for it.
  const { listenToNudges: listen } = await import('../sync/nudges.ts');
  const { url, name: executorName } = settings;
  using pulse = loops.watch('nudges');
  const read = { apiKey: () => key.text, revision: () => desired.revision ?? null };
  await listen({ url, executorName, ...read, connections, clock, onNudge, onStream, onSilence, heard, pulse }, signal);
}
