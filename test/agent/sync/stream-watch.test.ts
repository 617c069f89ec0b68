import { pino } from 'pino';
import { beforeEach, expect, test } from 'vitest';
import type { NewEvent } from '../../../src/agent/outbox/event.ts';
import { streamWatch } from '../../../src/agent/sync/stream-watch.ts';

let recorded: NewEvent[];
let areAccepted: boolean;
let watch: ReturnType<typeof streamWatch>;
beforeEach(() => {
  recorded = [];
  areAccepted = true;
  watch = streamWatch({
    events: { record: (event) => void recorded.push(event) },
    areHeartbeatsAccepted: () => areAccepted,
    log: pino({ level: 'silent' }),
  });
});

test('reports streams without events to the control plane once, and their return', () => {
  for (const isSilent of [false, true, true, true, false, false]) watch.onSilence(isSilent);
  expect(recorded.map(({ kind }) => kind)).toEqual(['executor.stream_held_back', 'executor.stream_back']);
  expect(recorded[0]?.message).toContain('a proxy buffers them');
  expect(watch.isHeldBack).toBe(false);
});

test('accuses no proxy while the control plane accepts no heartbeats', () => {
  areAccepted = false;
  watch.onSilence(true);
  expect([recorded, watch.isHeldBack]).toEqual([[], false]);
  areAccepted = true;
  watch.onSilence(true);
  expect(watch.isHeldBack).toBe(true);
});
