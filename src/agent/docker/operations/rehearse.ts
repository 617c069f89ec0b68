import { type DesiredNode, desiredOperation } from '../../desired/desired-entry.ts';
import { isRehearsing } from '../../node/operations/rehearse.ts';
import type { NodeRecord, RehearsalRecord } from '../../runtime/node-record.ts';
import type { RehearsalAct } from '../steps/rehearsal-step.ts';
import { type DockerStep, planOf } from '../steps.ts';
import type { DockerOperation } from './operation.ts';

/**
 * Tries another version on a copy of the data beside the running daemon: checks what that takes, clones the data, runs
 * the version, and removes everything again. The daemon is left as it is, so everything else of the plan comes first.
 */
export const rehearse: DockerOperation = {
  kind: 'rehearse',
  /** Removes the copy as soon as nobody needs it, also of a node that must not run. */
  planFirst({ main, desired, record }) {
    const { rehearse: recorded } = record.operations;
    if (!isRehearsing(recorded)) return null;
    // The agent was killed while the daemon was frozen, which nothing may prolong.
    if (main?.status === 'paused')
      return planOf({ kind: 'unpause-container', containerId: main.id, why: 'it was frozen for a rehearsal' });
    const why = whyEnded(desired, record, recorded);
    return why === null ? null : planOf({ kind: 'end-rehearsal', id: recorded.id, why });
  },
  planContainer({ main, desired, record }) {
    const asked = desiredOperation(desired, 'rehearse');
    // A requested restart comes before.
    if (asked === undefined || main.status !== 'running' || record.restart.pending !== null) return null;
    const recorded = record.operations.rehearse?.id === asked.id ? record.operations.rehearse : undefined;
    const { clientVersion } = asked.params;
    const rehearsal: RehearsalAct = { id: asked.id, clientVersion };
    const step = { rehearsal, why: `a rehearsal of ${clientVersion} was requested` };
    switch (recorded?.stage) {
      case undefined:
        return planOf({ kind: 'begin-rehearsal', ...step });
      case 'copying':
        return planOf({ kind: 'copy-for-rehearsal', ...step });
      case 'copied':
        return planOf({ kind: 'rehearse-version', ...step });
      default:
        return null;
    }
  },
};

/** Returns why a rehearsal is over; null if it continues. */
function whyEnded(
  desired: Pick<DesiredNode, 'operations' | 'desiredState'>,
  { suspension }: Pick<NodeRecord, 'suspension'>,
  { id, stage }: Pick<RehearsalRecord, 'id' | 'stage'>,
): string | null {
  if (stage === 'judged') return 'the verdict is known';
  if (desiredOperation(desired, 'rehearse')?.id !== id) return 'the rehearsal is no longer requested';
  if (suspension !== null) return suspension.reason;
  return desired.desiredState === 'running' ? null : 'the node was stopped';
}

/** Returns the step that removes the copy of a rehearsal of a node that is deleted; null without one. */
export function unendedRehearsal({ operations }: Pick<NodeRecord, 'operations'>, why: string): DockerStep | null {
  const { rehearse: recorded } = operations;
  return isRehearsing(recorded) ? { kind: 'end-rehearsal', id: recorded.id, why } : null;
}
