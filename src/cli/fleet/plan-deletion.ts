import { nearestOf } from '../../text/nearest.ts';
import { type Change, changeOf, type Named, type Request, refused } from './change.ts';

interface Deletion {
  /** Whether a file describes the object. */
  isDescribed: boolean;
  /** What remains of it, or ends with it. */
  summary: string;
  /** Undefined if it does not exist. */
  request: Request | undefined;
}

/** Decides the deletion of an object that `--prune` names. `existing`: names of its type, for advice. */
export function planObjectDeletion(
  named: Named,
  existing: readonly string[],
  { isDescribed, summary, request }: Deletion,
): Change {
  if (request === undefined) {
    const near = nearestOf([...existing])(named.name);
    const advice = near === undefined ? 'an earlier run may have deleted it' : `did you mean ${near}?`;
    return changeOf('absent', named, { summary: `no ${named.type} has this name; ${advice}` });
  }
  const refusals = isDescribed ? refused('the file describes it; remove it there, or leave out --prune') : [];
  return changeOf('delete', named, { summary, refusals, request });
}
