import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import { ControlPlaneClient } from '../control-plane/client.ts';
import { hostClockWatch } from '../control-plane/host-clock.ts';
import { HttpConnections } from '../control-plane/http-connections.ts';
import { agentKey } from '../control-plane/key-rotation.ts';
import type { WatchedLoops } from '../loops/watched-loops.ts';
import type { AnswerMemory } from '../monitor/answer-memory.ts';
import { agentEvents } from '../outbox/agent-events.ts';
import { Outbox } from '../outbox/outbox.ts';
import { sampleBatch } from '../outbox/sample-batch.ts';
import { Sender } from '../outbox/sender.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { Store } from '../store/database.ts';
import type { Installation } from '../store/installation.ts';
import { logStoreError } from '../store/store-error.ts';

export interface AgentContext {
  settings: AgentSettings;
  database: Store;
  installation: Installation;
  loops: WatchedLoops;
  clock: Clock;
  log: Logger;
  /** Ends the agent. */
  signal: AbortSignal;
  answerMemory: AnswerMemory;
  wakeHeartbeat(): void;
}

export type ControlPlaneLink = ReturnType<typeof connectControlPlane>;

/** Builds the clients of the control plane, and the on-disk queue for it. Nothing is sent yet. */
export function connectControlPlane({ settings, database, loops, clock, log }: AgentContext) {
  const { name: executorName, outboxMaxEvents: maxEvents, sampleIntervalSeconds } = settings;
  const key = agentKey(settings.apiKey, settings.keyFile);
  const connections = new HttpConnections(settings);
  const hostClock = hostClockWatch({ clock, log });
  const client = new ControlPlaneClient({
    url: settings.url,
    apiKey: () => key.text,
    connections,
    onDated: (answer) => hostClock.note(answer),
  });
  const outbox = new Outbox({ database, executorName, clock, maxEvents });
  const sender = new Sender({
    outbox,
    send: (reported, signal) => client.reportEvents(reported, signal),
    pulse: loops.watch('event sender'),
    clock,
    log,
  });
  const samples = sampleBatch({
    outbox,
    sampleIntervalSeconds,
    onFailure: (error) => logStoreError(log, 'lost samples: store not writable', error, database),
    pulse: loops.watch('sample writer'),
    clock,
  });
  const events = agentEvents({ outbox, log, clock });
  return { client, key, connections, hostClock, outbox, sender, samples, events };
}
