import { stat, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Logger } from 'pino';
import { addReading, type DiskReading, daysUntilFull } from '../../storage/disk-trend.ts';
import type { Clock } from '../../timing/clock.ts';
import { loop, type Pulse, type Service } from '../loops/watched-loops.ts';
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

/** Watches the chain data disks, and decides which daemons the reconciler must stop before a disk is full. */
export class DiskGuard implements Service {
  readonly name = 'disk guard';
  readonly #options: DiskGuardOptions;
  readonly #suspensions = new Map<string, Suspension | null>();
  readonly #sizes = new Map<string, readonly SizeReading[]>();
  disks: DiskStatus[] = [];
  #dataPath: string | undefined;

  constructor(options: DiskGuardOptions) {
    this.#options = options;
  }

  run(signal: AbortSignal): Promise<void> {
    const { clock, pulse } = this.#options;
    return loop({ pulse, signal, rest: (ms) => clock.sleep(ms, signal) }, async () => {
      // An engine or a disk that does not answer is an external system.
      pulse.away();
      await this.look();
      return intervalMs;
    });
  }

  /** Why a node must not run now; undefined before a decision. */
  suspensionOf(nodeId: string): Suspension | null | undefined {
    return this.#suspensions.get(nodeId);
  }

  /** Measures whether a node's disk has space for its daemon now: older readings are too old. Null if unknown. */
  async hasSpace(nodeId: string): Promise<boolean | null> {
    const { settings, nodes } = this.#options;
    const node = nodes().find(({ id }) => id === nodeId);
    const path = node?.directory ?? (await this.#findDataPath());
    const disk = node === undefined || path === undefined ? undefined : await see(path);
    return disk === undefined ? null : disk.freeMiB >= diskMarks(settings, disk.totalMiB).stopBelowMiB;
  }

  sizeReported(nodeId: string, bytes: number): void {
    const reading = { at: this.#options.clock.elapsed(), bytes };
    this.#sizes.set(nodeId, addSize(this.#sizes.get(nodeId) ?? [], reading));
  }

  growthPerDay(nodeId: string): number | null {
    return growthPerDay(this.#sizes.get(nodeId) ?? []);
  }

  async look(): Promise<void> {
    const dataPath = await this.#findDataPath();
    const nodes = this.#options.nodes();
    this.#forgetAllBut(nodes);
    const pathOf = ({ directory }: GuardedNode) => directory ?? dataPath;
    const paths = new Set([dataPath, ...nodes.map(pathOf)].filter((path) => path !== undefined));
    const measured = await Promise.all([...paths].map(async (path) => ({ path, disk: await see(path) })));
    this.disks = [];
    for (const places of Map.groupBy(measured, ({ disk }) => disk?.device).values()) {
      const here = new Set(places.map(({ path }) => path));
      const [place] = places;
      if (place?.disk === undefined) continue;
      const path = dataPath !== undefined && here.has(dataPath) ? dataPath : dirname(place.path);
      const users = nodes.filter((node) => here.has(pathOf(node) ?? ''));
      this.#judge(path, place.disk, users);
    }
    this.#options.readings.keepOnly(this.disks.map(({ path }) => path));
  }

  #judge(path: string, { freeMiB, totalMiB }: MeasuredDisk, nodes: readonly GuardedNode[]): void {
    const { settings, readings, clock } = this.#options;
    const marks = diskMarks(settings, totalMiB);
    const now: DiskReading = { at: clock.now(), free: freeMiB };
    const history = addReading(readings.of(path), now);
    readings.keep(path, history);
    this.disks.push({ path, totalMiB, freeMiB, ...marks, daysUntilFull: daysUntilFull(history, now) ?? null });
    const users = nodes
      .filter(({ wantsToRun }) => wantsToRun)
      .map(({ id, isUp }) => ({
        id,
        isUp,
        isSuspended: (this.#suspensions.get(id) ?? null) !== null,
        grownBytes: grownBytes(this.#sizes.get(id) ?? []),
      }));
    const { suspend, resume } = planSuspensions(freeMiB, marks, users);
    const suspension: Suspension = {
      code: 'disk_full_stopped',
      reason: whyStopped(path, freeMiB, marks),
      since: new Date(clock.now()).toISOString(),
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

  /** Loads the recorded state of new nodes and forgets all others. */
  #forgetAllBut(nodes: readonly GuardedNode[]): void {
    const ids = new Set(nodes.map(({ id }) => id));
    for (const map of [this.#suspensions, this.#sizes]) {
      for (const id of map.keys()) if (!ids.has(id)) map.delete(id);
    }
    for (const { id, wantsToRun, suspension } of nodes) {
      if (!this.#suspensions.has(id)) this.#suspensions.set(id, suspension ?? null);
      if (!wantsToRun) this.#suspensions.set(id, null);
    }
  }

  /** Undefined while the engine does not answer: the next check retries. */
  async #findDataPath(): Promise<string | undefined> {
    this.#dataPath ??= await this.#options.dataPath().catch(() => undefined);
    return this.#dataPath;
  }
}

const see = async (path: string): Promise<MeasuredDisk | undefined> =>
  (await measureDisk(path)) ?? (await measureDisk(dirname(path)));

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
