import type { Logger } from 'pino';
import type { Clock } from '../../timing/clock.ts';
import { AgentKey } from '../control-plane/agent-key.ts';
import { ControlPlaneClient } from '../control-plane/client.ts';
import { HttpConnections } from '../control-plane/http-connections.ts';
import { HostClock } from '../host/host-clock.ts';
import type { WatchedLoops } from '../loops/watched-loops.ts';
import { AgentEvents } from '../outbox/agent-events.ts';
import { Outbox } from '../outbox/outbox.ts';
import { SampleBatch } from '../outbox/sample-batch.ts';
import { Sender } from '../outbox/sender.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { Store } from '../store/database.ts';
import type { Installation } from '../store/installation.ts';
import { logStoreError } from '../store/store-error.ts';

/** Shared context of one agent's parts. */
export interface AgentContext {
  settings: AgentSettings;
  database: Store;
  installation: Installation;
  loops: WatchedLoops;
  clock: Clock;
  log: Logger;
  /** Ends the agent. */
  signal: AbortSignal;
  wakeHeartbeat(): void;
}

export type ControlPlaneLink = ReturnType<typeof connectControlPlane>;
export type EventDelivery = ReturnType<typeof sendEvents>;

/** Builds the clients of the control plane. Nothing is sent yet. */
export function connectControlPlane({ settings, clock, log }: AgentContext) {
  const key = new AgentKey(settings.apiKey, settings.keyFile);
  const connections = new HttpConnections(settings);
  const hostClock = new HostClock({ clock, log });
  const client = new ControlPlaneClient({
    url: settings.url,
    apiKey: () => key.text,
    connections,
    onDated: (answer) => hostClock.note(answer),
  });
  return { client, key, connections, hostClock };
}

/** Builds the on-disk queue of events and samples for the control plane. */
export function sendEvents(client: ControlPlaneClient, { settings, database, loops, clock, log }: AgentContext) {
  const { name: executorName, outboxMaxEvents: maxEvents, sampleIntervalSeconds } = settings;
  const outbox = new Outbox({ database, executorName, clock, maxEvents });
  const sender = new Sender({
    outbox,
    send: (events, abort) => client.reportEvents(events, abort),
    pulse: loops.watch('event sender'),
    clock,
    log,
  });
  const samples = new SampleBatch({
    outbox,
    sampleIntervalSeconds,
    onFailure: (error) => logStoreError(log, 'lost samples: store not writable', error, database),
    pulse: loops.watch('sample writer'),
    clock,
  });
  return { outbox, sender, events: new AgentEvents(outbox, log, clock), samples };
}
