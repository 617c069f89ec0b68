import type { NodeMemory } from '../node/node-record.ts';
import type { Situation } from './snapshot.ts';
import type { Step } from './step.ts';

/** What a finished step changes in what is remembered of its node. `situation` is as the step left it. Pure. */
export function memoryAfter(step: Step, situation: Situation): Partial<NodeMemory> {
  const done: Partial<NodeMemory> = { failure: null };
  switch (step.kind) {
    case 'create-volume':
      return { ...done, volumeMade: true, volumeLostAt: null };
    case 'create-container':
      return { ...done, applied: situation.made?.inputs ?? null, lastExit: null, exit: null };
    case 'start-container':
      return { ...done, cause: null, everStarted: true };
    case 'stop-container': {
      const after = situation.observed.containers.find(({ id }) => id === step.containerId);
      return { ...done, cause: step.cause, lastExit: after?.finishedAt ?? null, exit: null };
    }
    case 'remove-container':
      return { ...done, cause: step.cause };
    case 'remove-data':
      return { ...done, volumeMade: false };
    case 'pull-image':
    case 'unpause-container':
      return done;
  }
}
