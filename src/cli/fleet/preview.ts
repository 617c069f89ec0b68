import pLimit from 'p-limit';
import type { FleetPreviewFragment } from '../../contract/operations.generated.ts';
import { counted } from '../../text/counted.ts';
import type { Api } from '../api.ts';
import type { Change } from './change.ts';
import { fieldInFile, pathInFile } from './path-in-file.ts';

/** The control plane's rate limit allows a person two connections to the database that are always busy. */
export const callsAtOnce = 2;

/** Adds what the control plane says about each change of a node: its consequences, or why it would be refused. */
export const withPreviews = (api: Api, changes: readonly Change[]): Promise<Change[]> =>
  pLimit(callsAtOnce).map(changes, async (change) => {
    if (change.request?.preview === undefined) return change;
    const answer = await api.call(change.request.preview, change.request.variables as never);
    const [preview = null]: (FleetPreviewFragment | null)[] = Object.values(answer);
    const refusals = [{ path: [], message: 'was deleted meanwhile; run the command again' }];
    return preview === null ? { ...change, refusals } : judged(change, preview);
  });

function judged(change: Change, { issues, executor, node, changes, notes, restarts }: FleetPreviewFragment): Change {
  const consequences = new Map(
    changes.map((each) => [fieldInFile(each.field), each.consequences.map(({ message }) => message)]),
  );
  const { cpuCores = 0, memoryMiB = 0, diskGiB = 0 } = node?.resources ?? {};
  const size = `${counted(cpuCores, 'core')}, ${memoryMiB} MiB memory, ${diskGiB} GiB disk`;
  const shape = `${node?.client} ${node?.clientVersion}, ${node?.nodeType}, ${size}`;
  return {
    ...change,
    restarts,
    fields: change.fields.map((each) => ({ ...each, consequences: consequences.get(each.field) ?? [] })),
    summary: change.kind === 'create' && node ? [`on ${executor?.name}: ${shape}`, ...notes].join('; ') : '',
    refusals: issues
      // The plan saw no such node, so another run is creating it, and the call will meet it.
      .filter(({ code }) => code !== 'name_taken')
      .map(({ code, path, message }) => ({
        path: pathInFile(path, change.request?.variables ?? {}),
        message: `${message} (${code})`,
      })),
  };
}
