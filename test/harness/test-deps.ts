import { pulseOf, type WatchLoop } from '../../src/agent/loops/watched-loops.ts';
import { AnswerMemory } from '../../src/agent/monitor/answer-memory.ts';
import type { NewEvent } from '../../src/agent/outbox/event.ts';
import type { DiskRoom } from '../../src/agent/reconcile/reconcile-deps.ts';
import { systemClock } from '../../src/timing/clock.ts';

export const testPulse = () => pulseOf(systemClock);
export const watchLoop: WatchLoop = testPulse;

/** The parts of a node's loop that most tests do not inspect. */
export const testDeps = (recorder: { record(event: NewEvent): unknown }) => ({
  disk: {
    suspensionOf: () => null,
    hasSpace: async () => null,
    sizeReported: () => undefined,
    growthPerDay: () => null,
  } satisfies DiskRoom as DiskRoom,
  recordSoon: (sample: NewEvent) => void recorder.record(sample),
  watchLoop,
  answerMemory: new AnswerMemory(),
  clockFault: () => null,
  onStatusChange: () => undefined,
});
