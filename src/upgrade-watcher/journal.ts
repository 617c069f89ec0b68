import * as z from 'zod';
import { orderedImage } from '../upgrade/order.ts';

/**
 * What the watcher does, in this order. Going back begins at `stop` again, with the former version as the one that is switched to.
 * `unpack`: put the new version beside the running one, checked. `store`: the store as the version reads it takes the place of the
 * former one. `judge` and `commit` are of the way forward alone.
 */
const phases = ['unpack', 'stop', 'store', 'pointer', 'start', 'judge', 'commit'] as const;

export type SwitchPhase = (typeof phases)[number];

const archive = z.object({
  path: z.string(),
  channel: z.string(),
  platform: z.string(),
  sizeBytes: z.int().positive(),
  sha256: z.string(),
  signature: z.string(),
});

/** What is to be unpacked. */
export type OrderedArchive = z.infer<typeof archive>;

export const switchJournal = z.object({
  requestId: z.string(),
  /** The version that ran when the switch was ordered. */
  from: z.string(),
  to: z.string(),
  /** Null where the version is on the host already, as for a rollback by hand. */
  archive: archive.nullable(),
  /** The image of `to`, and the container that is switched, of an agent that runs in one. */
  image: orderedImage.optional(),
  direction: z.enum(['forward', 'back']),
  phase: z.enum(phases),
  /** How often a watcher has found this phase begun by one that was ended. */
  restarts: z.int().nonnegative(),
  /** Whether the new version has run. */
  hasRun: z.boolean(),
  /** Why it goes back; null on the way forward. */
  reason: z.string().nullable(),
  /** What the new version said last, where it goes back. */
  lastWords: z.string().nullable(),
  /** What the former version could not do in its last minute. */
  before: z.object({ engine: z.string().nullable(), sync: z.string().nullable() }).nullable(),
});

/** How far a switch is. It is on the disk before a phase begins, and each phase can be begun again. */
export type SwitchJournal = z.infer<typeof switchJournal>;

/** Returns the phase that a switch begins with: a version that is on the host already has not to be put there. Pure. */
export const firstPhase = ({ archive, image }: Pick<SwitchJournal, 'archive' | 'image'>): SwitchPhase =>
  archive === null && image === undefined ? 'stop' : 'unpack';

/** Returns the journal of a switch that has done nothing yet. Pure. */
export const newSwitch = (
  switched: Pick<SwitchJournal, 'requestId' | 'from' | 'to' | 'archive' | 'image'>,
): SwitchJournal => ({
  ...switched,
  direction: 'forward',
  phase: firstPhase(switched),
  restarts: 0,
  hasRun: false,
  reason: null,
  lastWords: null,
  before: null,
});
