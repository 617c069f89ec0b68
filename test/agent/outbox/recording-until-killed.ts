import { writeSync } from 'node:fs';
import { Outbox } from '../../../src/agent/outbox/outbox.ts';
import { openStore } from '../../../src/agent/store/database.ts';
import { systemClock } from '../../../src/timing/clock.ts';

// Records events one by one and in threes, and prints each id once its event counts as recorded, until it is killed.
const database = openStore(process.argv[2] ?? '');
const outbox = new Outbox({ database, executorName: 'host', clock: systemClock, maxEvents: 1_000_000 });
const event = { level: 'info', kind: 'node.started', nodeId: null, message: 'x'.repeat(200) } as const;
const three = () => database.transaction(() => [event, event, event].map((recorded) => outbox.record(recorded)));
for (;;) writeSync(1, `${outbox.record(event)}\n${three().join(',')}\n`);
