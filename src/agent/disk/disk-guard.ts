import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { addReading, type DiskReading, daysUntilFull } from '../../storage/disk-trend.ts';
import type { Clock } from '../../timing/clock.ts';
import { loop, type Pulse } from '../loops/watched-loops.ts';
import type { Suspension } from '../runtime/node-record.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { DiskReadings } from './disk-readings.ts';
import { addSize, grownBytes, growthPerDay, type SizeReading } from './node-growth.ts';
import { type DiskMarks, diskMarks, planSuspensions } from './plan-suspensions.ts';

export interface DiskUse {
  id: string;
  /** The host directory of its data; null if the engine keeps it. */
  directory: string | null;
  isUp: boolean;
  /** Its recorded suspension; undefined for a node that was never suspended. */
  suspension: Suspension | null | undefined;
}

export interface GuardedNode extends DiskUse {
  wantsToRun: boolean;
}

export interface DiskStatus extends DiskMarks {
  path: string;
  totalMiB: number;
  freeMiB: number;
  /** At the rate of recent days; null if it does not fill up, or too little is known. */
  daysUntilFull: number | null;
}

export interface DiskGuardOptions {
  settings: Pick<AgentSettings, 'diskStopBelowMiB' | 'diskStartAboveMiB'>;
  /** The default chain data path. Rejects while the engine does not report it. */
  dataPath(): Promise<string>;
  nodes(): readonly GuardedNode[];
  /** Reconciles the node: whether it may run has changed. */
  wake(nodeId: string): void;
  readings: DiskReadings;
  pulse: Pulse;
  clock: Clock;
  log: Logger;
}

/** Time for a fast download to write half a GiB. */
const intervalMs = 3000;
/** Another disk may be mounted below an engine that restarts. */
const pathMaxAgeMs = 60_000;

export type DiskGuard = ReturnType<typeof diskGuard>;

/** Watches the chain data disks, and decides which daemons the reconciler must stop before a disk is full. */
export function diskGuard(options: DiskGuardOptions) {
  const { settings, nodes, wake, readings, pulse, clock, log } = options;
  const suspensions = new Map<string, Suspension | null>();
  const sizes = new Map<string, readonly SizeReading[]>();
  let disks: DiskStatus[] = [];
  let dataPath: string | undefined;
  let foundAt = 0;

  /** The last known one while the engine does not answer, or undefined. */
  const findDataPath = async (): Promise<string | undefined> => {
    if (dataPath !== undefined && clock.elapsed() - foundAt < pathMaxAgeMs) return dataPath;
    const found = await options.dataPath().catch(() => undefined);
    if (found === undefined) return dataPath;
    foundAt = clock.elapsed();
    dataPath = found;
    return dataPath;
  };

  const judge = (path: string, { freeMiB, totalMiB }: MeasuredDisk, here: readonly GuardedNode[]): void => {
    const marks = diskMarks(settings, totalMiB);
    const now: DiskReading = { at: clock.now(), free: freeMiB };
    const history = addReading(readings.of(path), now);
    readings.keep(path, history);
    disks.push({ path, totalMiB, freeMiB, ...marks, daysUntilFull: daysUntilFull(history, now) ?? null });
    const users = here
      .filter(({ wantsToRun }) => wantsToRun)
      .map(({ id, isUp }) => ({
        id,
        isUp,
        isSuspended: (suspensions.get(id) ?? null) !== null,
        grownBytes: grownBytes(sizes.get(id) ?? []),
      }));
    const { suspend, resume } = planSuspensions(freeMiB, marks, users);
    const suspension: Suspension = {
      code: 'disk_full_stopped',
      reason: whyStopped(path, freeMiB, marks),
      since: new Date(clock.now()).toISOString(),
    };
    for (const id of suspend) set(id, suspension);
    for (const id of resume) set(id, null);
  };

  const set = (nodeId: string, suspension: Suspension | null): void => {
    suspensions.set(nodeId, suspension);
    if (suspension === null) log.info({ nodeId }, 'resumed node: disk space available again');
    else log.warn({ nodeId }, `suspended node: ${suspension.reason}`);
    wake(nodeId);
  };

  /** Loads the recorded state of new nodes and forgets all others. */
  const forgetAllBut = (known: readonly GuardedNode[]): void => {
    const ids = new Set(known.map(({ id }) => id));
    for (const map of [suspensions, sizes]) for (const id of map.keys()) if (!ids.has(id)) map.delete(id);
    for (const { id, wantsToRun, suspension } of known) {
      if (!suspensions.has(id)) suspensions.set(id, suspension ?? null);
      if (!wantsToRun) suspensions.set(id, null);
    }
  };

  const look = async (): Promise<void> => {
    const byDefault = await findDataPath();
    const guarded = nodes();
    forgetAllBut(guarded);
    const pathOf = ({ directory }: GuardedNode) => directory ?? byDefault;
    const paths = new Set([byDefault, ...guarded.map(pathOf)].filter((path) => path !== undefined));
    const measured = await Promise.all([...paths].map(async (path) => ({ path, disk: await see(path) })));
    disks = [];
    for (const places of Map.groupBy(measured, ({ disk }) => disk?.device).values()) {
      const here = new Set(places.map(({ path }) => path));
      const [place] = places;
      if (place?.disk === undefined) continue;
      const path = byDefault !== undefined && here.has(byDefault) ? byDefault : dirname(place.path);
      const users = guarded.filter((node) => here.has(pathOf(node) ?? ''));
      judge(path, place.disk, users);
    }
    readings.keepOnly(disks.map(({ path }) => path));
  };

  return {
    name: 'disk guard',
    get disks(): DiskStatus[] {
      return disks;
    },
    look,
    run: (signal: AbortSignal): Promise<void> =>
      loop({ pulse, signal, rest: (ms) => clock.sleep(ms, signal) }, async () => {
        // An engine or a disk that does not answer is an external system.
        pulse.away();
        await look();
        return intervalMs;
      }),
    /** Why a node must not run now; undefined before a decision. */
    suspensionOf: (nodeId: string): Suspension | null | undefined => suspensions.get(nodeId),
    /** Measures whether a node's disk has space for its daemon now: older readings are too old. Null if unknown. */
    async hasSpace(nodeId: string): Promise<boolean | null> {
      const node = nodes().find(({ id }) => id === nodeId);
      const path = node?.directory ?? (await findDataPath());
      const disk = node === undefined || path === undefined ? undefined : await see(path);
      return disk === undefined ? null : disk.freeMiB >= diskMarks(settings, disk.totalMiB).stopBelowMiB;
    },
    sizeReported(nodeId: string, bytes: number): void {
      sizes.set(nodeId, addSize(sizes.get(nodeId) ?? [], { at: clock.elapsed(), bytes }));
    },
    growthPerDay: (nodeId: string): number | null => growthPerDay(sizes.get(nodeId) ?? []),
  };
}

/** A node's directory may not exist yet. One that is hidden from the agent may be on another disk than its parent. */
const see = async (path: string): Promise<MeasuredDisk | undefined> =>
  (await measureDisk(path)) ?? ((await isMissing(path)) ? measureDisk(dirname(path)) : undefined);

const isMissing = (path: string): Promise<boolean> =>
  stat(path).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'ENOENT',
  );

const size = (mib: number): string => (mib < 1024 ? `${Math.floor(mib)} MiB` : `${(mib / 1024).toFixed(1)} GiB`);

/** Explains why the daemons of a disk are stopped, and when they start again. */
const whyStopped = (path: string, freeMiB: number, { stopBelowMiB, startAboveMiB }: DiskMarks): string =>
  `the disk of ${path} has ${size(freeMiB)} free, less than the minimum of ${size(stopBelowMiB)}; free disk space, and the daemon restarts automatically at ${size(startAboveMiB)}`;

const mebibyte = 1024 * 1024;

type MeasuredDisk = NonNullable<Awaited<ReturnType<typeof measureDisk>>>;

/** Measures the disk of a path. Undefined if the agent cannot see it, such as from within a container. */
async function measureDisk(path: string) {
  try {
    const [{ dev: device }, { blocks, bavail, bsize }] = await Promise.all([stat(path), statfs(path)]);
    return { device, totalMiB: (blocks * bsize) / mebibyte, freeMiB: (bavail * bsize) / mebibyte };
  } catch {
    // The host's resources log this, with the reason.
    return undefined;
  }
}
