import * as z from 'zod';
import { orderedImage } from '../upgrade/order.ts';

/** The phases in order. Going back starts at `stop` again, with the former version as the target, and has no `judge` and `commit`. */
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

export type OrderedArchive = z.infer<typeof archive>;

export const switchJournal = z.object({
  requestId: z.string(),
  /** The version that ran when the switch was ordered. */
  from: z.string(),
  to: z.string(),
  archive: archive.nullable(),
  /** The image of `to`, and the container that is switched, of an agent that runs in one. */
  image: orderedImage.optional(),
  direction: z.enum(['forward', 'back']),
  phase: z.enum(phases),
  restarts: z.int().nonnegative(),
  hasRun: z.boolean(),
  reason: z.string().nullable(),
  /** What the new version said last, where it goes back. */
  lastWords: z.string().nullable(),
  /** What the former version could not do in its last minute. */
  before: z.object({ engine: z.string().nullable(), sync: z.string().nullable() }).nullable(),
});

/** How far a switch is. It is on the disk before a phase begins, and each phase can be begun again. */
export type SwitchJournal = z.infer<typeof switchJournal>;

/** Returns the phase that a switch begins with: a version that is on the host already has not to be put there. */
export const firstPhase = ({ archive, image }: Pick<SwitchJournal, 'archive' | 'image'>): SwitchPhase =>
  archive === null && image === undefined ? 'stop' : 'unpack';

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
