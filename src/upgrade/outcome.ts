import * as z from 'zod';
import { readJsonFile, writeJsonFile } from './json-file.ts';
import type { UpgradeFiles } from './upgrade-files.ts';

const outcomeStates = ['switching', 'judging', 'committed', 'rolled_back', 'failed'] as const;

const upgradeOutcome = z.object({
  requestId: z.string().min(1).max(128),
  fromVersion: z.string().min(1).max(64),
  toVersion: z.string().min(1).max(64),
  /** `failed`: nothing was switched; `rolled_back`: the new version ran and the old one runs again. */
  state: z.enum(outcomeStates),
  /** The current activity, or why it ended; null if there is nothing to report. */
  reason: z.string().max(4000).nullable(),
  /** The new version's last output; null without any. Never a secret. */
  lastWords: z.string().max(4000).nullable(),
  updatedAt: z.iso.datetime(),
});

/** The state of an order, or how it ended. */
export type UpgradeOutcome = z.infer<typeof upgradeOutcome>;

/** Null before the first upgrade. Throws InvalidUpgradeFile. */
export const readOutcome = ({ outcome }: UpgradeFiles): UpgradeOutcome | null => readJsonFile(outcome, upgradeOutcome);

export const writeOutcome = (files: UpgradeFiles, outcome: UpgradeOutcome): void =>
  writeJsonFile(files.outcome, upgradeOutcome, outcome);

export const hasEnded = ({ state }: Pick<UpgradeOutcome, 'state'>): boolean =>
  state === 'committed' || state === 'rolled_back' || state === 'failed';
