import * as z from 'zod';
import { archiveOrder, orderedImage } from '../upgrade/upgrade-files.ts';

/** The phases in order. A rollback starts at `stop` again, and ends with the `start` of the previous version. */
const phases = ['unpack', 'stop', 'store', 'pointer', 'start', 'judge', 'commit'] as const;

export type SwitchPhase = (typeof phases)[number];

export const phaseAfter = (phase: SwitchPhase): SwitchPhase | undefined => phases[phases.indexOf(phase) + 1];

const archive = archiveOrder
  .pick({ channel: true, platform: true, sizeBytes: true, sha256: true, signature: true })
  .extend({ path: z.string() });

export type OrderedArchive = z.infer<typeof archive>;

export const switchJournal = z.object({
  requestId: z.string(),
  /** The version running when the switch was ordered. */
  from: z.string(),
  to: z.string(),
  archive: archive.nullable(),
  /** The image of `to`, and the container to switch, of an agent in a container. */
  image: orderedImage.optional(),
  direction: z.enum(['forward', 'back']),
  phase: z.enum(phases),
  restarts: z.int().nonnegative(),
  hasRun: z.boolean(),
  reason: z.string().nullable(),
  /** The new version's last output, in a rollback. */
  lastWords: z.string().nullable(),
  /** The previous version's problems in its last minute. */
  before: z.object({ engine: z.string().nullable(), sync: z.string().nullable() }).nullable(),
});

/** The state of a switch. It is on disk before a phase starts, and each phase can be repeated. */
export type SwitchJournal = z.infer<typeof switchJournal>;

/** Returns the first phase of a switch: an installed version need not be unpacked. */
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
