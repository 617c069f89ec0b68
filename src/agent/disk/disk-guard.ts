import type { Logger } from 'pino';
import { addReading, type DiskReading, daysUntilFull } from '../../storage/disk-trend.ts';
import { loop, type Pulse } from '../loops/watched-loops.ts';
import type { Suspension } from '../runtime/node-record.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { DataFolder, DataPlace } from './data-places.ts';
import type { DiskReadings } from './disk-readings.ts';
import { type FoundPlaces, PlaceFinder, type PlaceFinderOptions } from './find-places.ts';
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

export interface DiskGuardOptions extends PlaceFinderOptions {
  settings: Pick<AgentSettings, 'diskStopBelowMiB' | 'diskStartAboveMiB'>;
  nodes(): readonly GuardedNode[];
  /** Reconciles the node: whether it may run has changed. */
  wake(nodeId: string): void;
  readings: DiskReadings;
  pulse: Pulse;
  log: Logger;
}

interface WatchedDisk extends DataPlace {
  marks: DiskMarks;
  /** Has space for the start of a daemon. */
  isAmple: boolean;
  users: Set<GuardedNode>;
}

/** Time for a fast download to write half a GiB. */
const intervalMs = 3000;

/** Watches the chain data disks, and decides which daemons the reconciler must stop before a disk is full. */
export class DiskGuard {
  readonly name = 'disk guard';
  readonly #options: DiskGuardOptions;
  readonly #places: PlaceFinder;
  /** By node; null for one that may run. A node is missing before a decision. */
  readonly #suspensions = new Map<string, Suspension | null>();
  /** The recent sizes of each node's data, from which its growth follows. */
  readonly #sizes = new Map<string, readonly SizeReading[]>();
  #disks: DiskStatus[] = [];

  constructor(options: DiskGuardOptions) {
    this.#options = options;
    this.#places = new PlaceFinder(options);
  }

  get disks(): DiskStatus[] {
    return this.#disks;
  }

  run(signal: AbortSignal): Promise<void> {
    const { pulse, clock } = this.#options;
    return loop({ pulse, signal, rest: (ms) => clock.sleep(ms, signal) }, async () => {
      // An engine or a disk that does not answer is an external system.
      pulse.away();
      await this.look();
      return intervalMs;
    });
  }

  async look(): Promise<void> {
    const { settings, nodes, readings } = this.#options;
    const guarded = nodes();
    this.#forgetAllBut(guarded);
    const watched = watchedDisks(settings, await this.#places.find(guarded));
    this.#disks = [];
    for (const disk of watched) {
      this.#disks.push(this.#measure(disk));
      this.#decide(disk, watched);
    }
    readings.keepOnly(this.#disks.map(({ path }) => path));
  }

  /** Why a node must not run now; undefined before a decision. */
  suspensionOf(nodeId: string): Suspension | null | undefined {
    return this.#suspensions.get(nodeId);
  }

  /** Measures whether a node's disks have space for its daemon now: older readings are too old. Null if unknown. */
  async hasSpace(nodeId: string): Promise<boolean | null> {
    const { settings, nodes } = this.#options;
    const { byNode } = await this.#places.find(nodes().filter(({ id }) => id === nodeId));
    const places = byNode.flatMap((found) => found.places);
    if (places.length === 0) return null;
    return places.every(({ disk }) => disk.freeMiB >= diskMarks(settings, disk.totalMiB).stopBelowMiB);
  }

  sizeReported(nodeId: string, bytes: number): void {
    const at = this.#options.clock.elapsed();
    this.#sizes.set(nodeId, addSize(this.#sizes.get(nodeId) ?? [], { at, bytes }));
  }

  growthPerDay(nodeId: string): number | null {
    return growthPerDay(this.#sizes.get(nodeId) ?? []);
  }

  /** Loads the recorded state of new nodes and forgets all others. */
  #forgetAllBut(known: readonly GuardedNode[]): void {
    const ids = new Set(known.map(({ id }) => id));
    for (const map of [this.#suspensions, this.#sizes]) for (const id of map.keys()) if (!ids.has(id)) map.delete(id);
    for (const { id, wantsToRun, suspension } of known) {
      if (!this.#suspensions.has(id)) this.#suspensions.set(id, suspension ?? null);
      if (!wantsToRun) this.#suspensions.set(id, null);
    }
  }

  /** Adds a disk's reading to its history, which shows when the disk will be full. */
  #measure({ name: path, disk, marks }: WatchedDisk): DiskStatus {
    const { readings, clock } = this.#options;
    const { freeMiB, totalMiB } = disk;
    const now: DiskReading = { at: clock.now(), free: freeMiB };
    const history = addReading(readings.of(path), now);
    readings.keep(path, history);
    return { path, totalMiB, freeMiB, ...marks, daysUntilFull: daysUntilFull(history, now) ?? null };
  }

  /** Suspends and resumes nodes on a disk. */
  #decide({ name: path, disk, marks, isAmple, users: all }: WatchedDisk, disks: readonly WatchedDisk[]): void {
    const isSuspended = (id: string) => (this.#suspensions.get(id) ?? null) !== null;
    // A node with data on several disks starts again when all of them have space.
    const waits = (node: GuardedNode) =>
      isAmple && isSuspended(node.id) && disks.some((other) => !other.isAmple && other.users.has(node));
    const users = [...all]
      .filter((node) => node.wantsToRun && !waits(node))
      .map(({ id, isUp }) => ({
        ...{ id, isUp, isSuspended: isSuspended(id) },
        grownBytes: grownBytes(this.#sizes.get(id) ?? []),
      }));
    const { suspend, resume } = planSuspensions(disk.freeMiB, marks, users);
    const suspension: Suspension = {
      code: 'disk_full_stopped',
      reason: whyStopped(path, disk.freeMiB, marks),
      since: new Date(this.#options.clock.now()).toISOString(),
    };
    for (const id of suspend) this.#set(id, suspension);
    for (const id of resume) this.#set(id, null);
  }

  #set(nodeId: string, suspension: Suspension | null): void {
    const { log, wake } = this.#options;
    this.#suspensions.set(nodeId, suspension);
    if (suspension === null) log.info({ nodeId }, 'resumed node: disk space available again');
    else log.warn({ nodeId }, `suspended node: ${suspension.reason}`);
    wake(nodeId);
  }
}

/** The disks with their nodes; that of the engine's volumes first, which gives its name to all on it. */
function watchedDisks(
  settings: DiskGuardOptions['settings'],
  { byDefault, byNode }: FoundPlaces<GuardedNode>,
): WatchedDisk[] {
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
}

const size = (mib: number): string => (mib < 1024 ? `${Math.floor(mib)} MiB` : `${(mib / 1024).toFixed(1)} GiB`);

/** Explains why the daemons of a disk are stopped, and when they start again. */
const whyStopped = (path: string, freeMiB: number, { stopBelowMiB, startAboveMiB }: DiskMarks): string =>
  `the disk of ${path} has ${size(freeMiB)} free, less than the minimum of ${size(stopBelowMiB)}; free disk space, and the daemon restarts automatically at ${size(startAboveMiB)}`;
