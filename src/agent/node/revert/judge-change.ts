import { workloadConfig } from '../../../bitcoin/workload-config.ts';
import type { DesiredNode } from '../../desired/desired-entry.ts';
import type { NodeRecord, RecentExit } from '../../runtime/node-record.ts';
import type { WorkedConfig } from '../../runtime/worked-config.ts';
import { killedExitCode, type Workload } from '../../runtime/workload.ts';
import { describeExit, mayBeOfChange } from '../crash-message.ts';
import { type ExitCode, exitCause } from '../exit-causes.ts';
import { isAppliedConfig, isSameConfig } from './what-runs.ts';

/** How often a daemon must exit with the change, or the engine refuse it, before the change counts as failed. */
const failuresInARow = 3;
/** Each start before running out of memory takes minutes. */
const endsForMemory = 2;
/** A daemon silent for this long does not start: one that loads, verifies or reindexes answers. */
const maxSilentMs = 30 * 60_000;
/** A change may take minutes to fail, for example for lack of memory. Later failures are not its fault. */
const probationMs = 30 * 60_000;

export interface ChangeInput {
  asked: DesiredNode;
  record: Readonly<NodeRecord>;
  workload: Workload | undefined;
  /** Milliseconds without an answer, by a monotonic clock; 0 for a daemon that answers or does not run. */
  silentMs: number;
  now: number;
}

export interface FailedChange {
  fallback: WorkedConfig;
  reason: string;
}

/** Returns the change that made a working daemon fail; null if engine, disk, image, a kill or nothing did. */
export function judgeChange({ asked, record, workload, silentMs, now }: ChangeInput): FailedChange | null {
  if (asked.desiredState !== 'running' || asked.revertFailedChange === false) return null;
  // Only once, whatever the result; and not while the disk keeps the daemon down.
  if (record.reverted || record.suspension) return null;
  const fallback = fallbackOf(asked, record, now);
  if (fallback === null) return null;
  const reason =
    whyRefused(asked, record, fallback) ??
    whyEnded(asked, record, fallback, workload) ??
    whySilent(asked, record, silentMs);
  return reason === null ? null : { fallback, reason };
}

function fallbackOf(asked: DesiredNode, { worked, formerlyWorked }: NodeRecord, now: number): WorkedConfig | null {
  if (!worked) return null;
  if (!isSameConfig(worked.config, workloadConfig(asked))) return worked;
  return now - Date.parse(worked.since) < probationMs ? formerlyWorked : null;
}

/** Of the host, whatever was changed. */
const faultsOfHost: readonly (ExitCode | undefined)[] = ['full_disk', 'descriptors'];

/** The engine only refuses container settings: image, cores and memory. */
function whyRefused(asked: DesiredNode, { failure }: NodeRecord, { config }: WorkedConfig): string | null {
  if (failure?.isRefusedStart !== true || failure.count < failuresInARow) return null;
  if (faultsOfHost.includes(exitCause(failure.message)?.code)) return null;
  const { clientVersion, cpuCores, memoryMiB } = workloadConfig(asked);
  const isSame =
    clientVersion === config.clientVersion && cpuCores === config.cpuCores && memoryMiB === config.memoryMiB;
  return isSame ? null : failure.message;
}

function whyEnded(
  asked: DesiredNode,
  record: NodeRecord,
  { config }: WorkedConfig,
  workload: Workload | undefined,
): string | null {
  if (workload === undefined || !isAppliedConfig(record, workloadConfig(asked))) return null;
  const otherVersion = asked.clientVersion !== config.clientVersion;
  const ofWorkload = record.recentExits.filter(({ workloadId }) => workloadId === workload.id);
  const known = ofWorkload.filter((exit) => isOwnFault(exit, otherVersion));
  // The engine may restart it before its exit code can be read: then the same last words count as the same exit.
  const ends = ofWorkload.filter((exit) => known.includes(exit) || (exit.code === null && known.some(saysSame(exit))));
  const last = ends.at(-1);
  const hasFailed =
    ends.length >= failuresInARow || ends.filter(({ outOfMemory }) => outOfMemory).length >= endsForMemory;
  if (last === undefined || !hasFailed) return null;
  return describeExit(known.at(-1) ?? last);
}

/** Others come from host, signal or disk. Another version may be unable to read the data; a setting damages none. */
function isOwnFault({ code, outOfMemory, lastWords, hadRoom }: RecentExit, otherVersion: boolean): boolean {
  if (outOfMemory) return true;
  if (hadRoom === false) return false;
  if (code === null || [0, killedExitCode, 128 + 15].includes(code)) return false;
  return mayBeOfChange(lastWords ?? '', otherVersion);
}

const saysSame =
  ({ lastWords }: RecentExit) =>
  (other: RecentExit): boolean =>
    Boolean(lastWords) && other.lastWords === lastWords;

function whySilent(asked: DesiredNode, record: NodeRecord, silentMs: number): string | null {
  if (silentMs < maxSilentMs || !isAppliedConfig(record, workloadConfig(asked))) return null;
  return `the daemon has not answered any call for ${maxSilentMs / 60_000} minutes`;
}
