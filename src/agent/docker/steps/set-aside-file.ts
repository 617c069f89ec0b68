import type { Repair } from '../../runtime/node-record.ts';
import { daemonUser, requireSpec } from '../daemon-start.ts';
import { inspectContainer, stopContainer } from '../engine/containers.ts';
import { type NodeFiles, setFileAside } from '../engine/node-files.ts';
import type { ObservedContainer } from '../engine/observed-container.ts';
import type { StepKind, StepRun } from '../step-kind.ts';

/** One copy is kept. */
const suffix = '.damaged';

const keptRepairs = 10;

interface Done {
  ended: ObservedContainer | null;
  wasThere: boolean;
}

/**
 * Ends the daemon, which the engine keeps starting, and moves a damaged file aside that the daemon can do without. `file`
 * is its path below the data directory, `at` the time of the exit that it caused.
 */
export const setAsideFile: StepKind<'set-aside-file', Repair & { containerId: string }, Done> = {
  kind: 'set-aside-file',
  texts: ({ file }) => [`move ${file} aside`, `Moved ${file} aside`],
  event: 'node.file_set_aside',
  effect: 'stop',
  async apply({ containerId, file }, run) {
    await stopContainer(run.client, containerId, run.settings.stopTimeoutSeconds);
    const wasThere = await setFileAside(nodeFiles(containerId, run), file, suffix);
    return { ended: await inspectContainer(run.client, containerId), wasThere };
  },
  finish({ file, at }, result, { snapshot }) {
    const message =
      result?.wasThere === false
        ? `The damaged file ${file} is gone. The daemon creates a new one.`
        : `Moved the damaged file ${file} aside, to ${file}${suffix}. The daemon creates a new one.`;
    return {
      change: {
        cause: `${file} was damaged`,
        exit: null,
        ...(result?.ended ? { lastExit: result.ended.finishedAt } : {}),
        repairs: [...snapshot.repairs, { file, at }].slice(-keptRepairs),
      },
      event: { message, data: { file } },
    };
  },
};

/** The data directory of a node whose daemon is down. */
export function nodeFiles(containerId: string, { client, snapshot }: StepRun): NodeFiles {
  const { volumes, dataRoot } = snapshot.observed;
  const path = volumes.find((volume) => volume.dataRoot === dataRoot)?.path;
  return { client, containerId, path, user: daemonUser(requireSpec(snapshot).spec) };
}
