import { containerOpenFiles, requiredOpenFiles } from '../../bitcoin/open-files.ts';
import { type Judged, ok, problem, warning } from '../../contract/finding.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { openFilesLimit } from '../docker/engine/container-stats.ts';
import { findProcess, textOfProcess } from './processes.ts';

/** The limits of open files that containers get: a process of the agent or the doctor has another one. */
export interface OpenFiles {
  /** Of the process that starts containers; null if it is not visible, as on another machine. */
  engine: EngineLimit | null;
  /** Of running daemons. */
  nodes: readonly NodeLimit[];
}

interface EngineLimit {
  limit: number;
  /** Whether it may give containers more than it has. */
  mayRaise: boolean;
}

interface NodeLimit {
  name: string;
  limit: number;
  required: number;
}

/** The parents of containers, in the order in which the engine’s limit counts. */
const engineProcesses = ['containerd', 'dockerd'];

/** CAP_SYS_RESOURCE (capability.h). */
const raisesLimits = 1n << 24n;

/** Reads what the engine of this host may give. `proc`: where the kernel shows its processes. */
export function gatherEngineFiles(proc = '/proc'): EngineLimit | null {
  const pid = findProcess(engineProcesses, proc);
  if (pid === null) return null;
  const limit = openFilesOf(pid, proc);
  const effective = /^CapEff:\s*([\da-f]+)/m.exec(textOfProcess(proc, pid, 'status'))?.[1];
  if (limit === null || effective === undefined) return null;
  return { limit, mayRaise: (BigInt(`0x${effective}`) & raisesLimits) !== 0n };
}

/** The limits of the daemons among these processes; those that ended meanwhile are left out. */
export const gatherNodeFiles = (
  processes: readonly { nodeId: string; pid: number }[],
  nodes: readonly Pick<DesiredNode, 'id' | 'name' | 'overrides'>[],
  proc = '/proc',
): NodeLimit[] =>
  processes.flatMap(({ nodeId, pid }) => {
    const node = nodes.find(({ id }) => id === nodeId);
    const limit = openFilesOf(pid, proc);
    if (node === undefined || limit === null) return [];
    return [{ name: node.name, limit, required: requiredOpenFiles(node.overrides) }];
  });

/** Null if the process is not visible. */
const openFilesOf = (pid: number, proc: string): number | null => openFilesLimit(textOfProcess(proc, pid, 'limits'));

export function judgeOpenFiles({ engine, nodes }: OpenFiles): Judged[] {
  const needed = containerOpenFiles([]);
  const low = nodes.filter(({ limit, required }) => limit < required);
  const remedy =
    'raise LimitNOFILE of docker.service and containerd.service (systemctl edit), or of what the engine runs in, and restart them';
  return [
    engine === null
      ? null
      : engine.limit < needed && !engine.mayRaise
        ? problem(
            'open files',
            `the engine can give a container ${engine.limit}, and a node asks for ${needed}`,
            remedy,
          )
        : ok('open files', `the engine can give a container the ${needed} that a node asks for`),
    low.length === 0
      ? null
      : warning(
          'open files',
          `too few for maxconnections, which the daemons lowered: ${low.map(({ name, limit, required }) => `${name} (${limit} of ${required})`).join(', ')}`,
          'change a setting of each of these nodes: an earlier agent created their containers, and a new one asks for enough',
        ),
  ];
}
