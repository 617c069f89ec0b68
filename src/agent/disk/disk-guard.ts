import type { Logger } from 'pino';
import { addReading, type DiskReading, daysUntilFull } from '../../storage/disk-trend.ts';
import type { Clock } from '../../timing/clock.ts';
import { loop, type Pulse } from '../loops/watched-loops.ts';
import type { Suspension } from '../runtime/node-record.ts';
import type { AgentSettings } from '../settings/settings.ts';
import {
  type DataFolder,
  type DataPlace,
  type MeasuredDisk,
  measureDisk,
  placesOf,
  readMountPoints,
} from './data-places.ts';
import type { DiskReadings } from './disk-readings.ts';
import { addSize, grownBytes, growthPerDay, type SizeReading } from './node-growth.ts';
import { type DiskMarks, diskMarks, planSuspensions } from './plan-suspensions.ts';

export interface DiskUse extends DataFolder {
  id: string;
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
  /** Default: that of this process. */
  mountinfo?: string;
}

interface WatchedDisk extends DataPlace {
  marks: DiskMarks;
  /** Has space for the start of a daemon. */
  isAmple: boolean;
  users: Set<GuardedNode>;
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
  let mounts: readonly string[] = [];
  let mountsReadAt: number | undefined;

  /** The last known one while the engine does not answer, or undefined. */
  const findDataPath = async (): Promise<string | undefined> => {
    if (dataPath !== undefined && clock.elapsed() - foundAt < pathMaxAgeMs) return dataPath;
    const found = await options.dataPath().catch(() => undefined);
    if (found === undefined) return dataPath;
    foundAt = clock.elapsed();
    dataPath = found;
    return dataPath;
  };

  /** Hosts with many containers have long lists of mounts. */
  const findMounts = async (): Promise<readonly string[]> => {
    if (mountsReadAt !== undefined && clock.elapsed() - mountsReadAt < pathMaxAgeMs) return mounts;
    mountsReadAt = clock.elapsed();
    mounts = await readMountPoints(options.mountinfo);
    return mounts;
  };

  const findPlaces = async (nodesHere: readonly GuardedNode[]) => {
    const measured = new Map<string, Promise<MeasuredDisk | undefined>>();
    const measure = (path: string) => measured.getOrInsertComputed(path, () => measureDisk(path));
    const path = await findDataPath();
    const disk = path === undefined ? undefined : await measure(path);
    const byDefault = path === undefined || disk === undefined ? undefined : { name: path, disk };
    const mountPoints = await findMounts();
    const byNode = await Promise.all(
      nodesHere.map(async (node) => ({
        node,
        places: await placesOf(node, { byDefault, mounts: mountPoints, measure }),
      })),
    );
    return { byDefault, byNode };
  };

  /** The disks with their nodes; that of the engine's volumes first, which gives its name to all on it. */
  const watchedDisks = async (guarded: readonly GuardedNode[]): Promise<WatchedDisk[]> => {
    const { byDefault, byNode } = await findPlaces(guarded);
    const byDevice = new Map<number, WatchedDisk>();
    const add = (place: DataPlace): WatchedDisk => {
      const marks = diskMarks(settings, place.disk.totalMiB);
      const isAmple = place.disk.freeMiB >= marks.startAboveMiB || marks.stopBelowMiB === 0;
      const known = byDevice.get(place.disk.device) ?? { ...place, marks, isAmple, users: new Set() };
      byDevice.set(place.disk.device, known);
      return known;
    };
    if (byDefault !== undefined) add(byDefault);
    for (const { node, places } of byNode) for (const place of places) add(place).users.add(node);
    return [...byDevice.values()];
  };

  const judge = (
    { name: path, disk, marks, isAmple, users: all }: WatchedDisk,
    others: readonly WatchedDisk[],
  ): void => {
    const { freeMiB, totalMiB } = disk;
    const now: DiskReading = { at: clock.now(), free: freeMiB };
    const history = addReading(readings.of(path), now);
    readings.keep(path, history);
    disks.push({ path, totalMiB, freeMiB, ...marks, daysUntilFull: daysUntilFull(history, now) ?? null });
    const isSuspended = (id: string) => (suspensions.get(id) ?? null) !== null;
    // A node with data on several disks starts again when all of them have space.
    const waits = (node: GuardedNode) =>
      isAmple && isSuspended(node.id) && others.some((other) => !other.isAmple && other.users.has(node));
    const users = [...all]
      .filter((node) => node.wantsToRun && !waits(node))
      .map(({ id, isUp }) => ({
        ...{ id, isUp, isSuspended: isSuspended(id) },
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
    const guarded = nodes();
    forgetAllBut(guarded);
    const watched = await watchedDisks(guarded);
    disks = [];
    for (const disk of watched) judge(disk, watched);
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
    /** Measures whether a node's disks have space for its daemon now: older readings are too old. Null if unknown. */
    async hasSpace(nodeId: string): Promise<boolean | null> {
      const { byNode } = await findPlaces(nodes().filter(({ id }) => id === nodeId));
      const places = byNode.flatMap((found) => found.places);
      if (places.length === 0) return null;
      return places.every(({ disk }) => disk.freeMiB >= diskMarks(settings, disk.totalMiB).stopBelowMiB);
    },
    sizeReported(nodeId: string, bytes: number): void {
      sizes.set(nodeId, addSize(sizes.get(nodeId) ?? [], { at: clock.elapsed(), bytes }));
    },
    growthPerDay: (nodeId: string): number | null => growthPerDay(sizes.get(nodeId) ?? []),
  };
}

const size = (mib: number): string => (mib < 1024 ? `${Math.floor(mib)} MiB` : `${(mib / 1024).toFixed(1)} GiB`);

/** Explains why the daemons of a disk are stopped, and when they start again. */
const whyStopped = (path: string, freeMiB: number, { stopBelowMiB, startAboveMiB }: DiskMarks): string =>
  `the disk of ${path} has ${size(freeMiB)} free, less than the minimum of ${size(stopBelowMiB)}; free disk space, and the daemon restarts automatically at ${size(startAboveMiB)}`;
