import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { archiveOrder, JsonFile, orderedImage } from '../upgrade/upgrade-files.ts';

/** Root only. The units contain this path too. */
export const watcherFolder = '/var/lib/satrap-upgrade';

export type WatcherFiles = ReturnType<typeof watcherFiles>;

/** Returns the watcher's own state, in a folder of root's. */
export function watcherFiles(folder = watcherFolder) {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    journal: new JsonFile(join(folder, 'journal.json'), switchJournal),
    ended: new JsonFile(join(folder, 'ended.json'), z.object({ requestId: z.string() })),
    /** The previous version of an agent in a container, for a manual rollback. */
    former: new JsonFile(join(folder, 'former.json'), z.object({ version: z.string(), imageId: z.string() })),
  };
}

/** The phases in order. A rollback starts at `stop` again, and ends with the `start` of the previous version. */
const phases = ['unpack', 'stop', 'store', 'pointer', 'start', 'judge', 'commit'] as const;

export type SwitchPhase = (typeof phases)[number];

export const phaseAfter = (phase: SwitchPhase): SwitchPhase | undefined => phases[phases.indexOf(phase) + 1];

const archive = archiveOrder
  .pick({ channel: true, platform: true, sizeBytes: true, sha256: true, signature: true })
  .extend({ path: z.string() });

export type OrderedArchive = z.infer<typeof archive>;

const switchJournal = z.object({
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
