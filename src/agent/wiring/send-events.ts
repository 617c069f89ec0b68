import { AgentEvents } from '../agent-events.ts';
import type { ControlPlaneClient } from '../control-plane/client.ts';
import { Outbox } from '../outbox/outbox.ts';
import { SampleBatch } from '../outbox/sample-batch.ts';
import { Sender } from '../outbox/sender.ts';
import { logStoreError } from '../store/store-error.ts';
import type { AgentBasis } from './agent-basis.ts';

/** What events and samples go through. */
export interface EventDelivery {
  outbox: Outbox;
  sender: Sender;
  events: AgentEvents;
  samples: SampleBatch;
}

/** Builds what keeps events and samples on disk until the control plane has them. */
export function sendEvents(client: ControlPlaneClient, basis: AgentBasis): EventDelivery {
  const { settings, database, loops, clock, log } = basis;
  const outbox = new Outbox({
    database,
    executorName: settings.name,
    clock,
    maxEvents: settings.outboxMaxEvents,
  });
  const sender = new Sender({
    outbox,
    send: (events, abort) => client.reportEvents(events, abort),
    pulse: loops.watch('event sender'),
    clock,
    log,
  });
  const events = new AgentEvents(outbox, log, clock);
  const samples = new SampleBatch({
    outbox,
    sampleIntervalSeconds: settings.sampleIntervalSeconds,
    onFailure: (error) => logStoreError(log, 'samples are lost because the store cannot be written', error, database),
    pulse: loops.watch('sample writer'),
    clock,
  });
  return { outbox, sender, events, samples };
}
