import { writeSync } from 'node:fs';
import { Outbox } from '../../../src/agent/outbox/outbox.ts';
import { openStore } from '../../../src/agent/store/database.ts';
import { systemClock } from '../../../src/timing/clock.ts';

// Records events one by one and in threes, and writes down each id as soon as it counts as recorded, until it is killed.
const outbox = new Outbox({
  database: openStore(process.argv[2] ?? ''),
  executorName: 'host',
  clock: systemClock,
  maxEvents: 1_000_000,
});
const event = { level: 'info', kind: 'node.started', nodeId: null, message: 'x'.repeat(200) } as const;
for (;;) writeSync(1, `${outbox.record(event)}\n${outbox.recordAll([event, event, event]).join(',')}\n`);
