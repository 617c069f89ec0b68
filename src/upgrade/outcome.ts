import * as z from 'zod';

export const upgradeOutcome = z.object({
  requestId: z.string().min(1).max(128),
  fromVersion: z.string().min(1).max(64),
  toVersion: z.string().min(1).max(64),
  /** `failed`: nothing was switched; `rolled_back`: the new version ran and the old one runs again. */
  state: z.enum(['switching', 'judging', 'committed', 'rolled_back', 'failed']),
  /** The current activity, or why it ended; null if there is nothing to report. */
  reason: z.string().max(4000).nullable(),
  /** The new version's last output; null without any. Never a secret. */
  lastWords: z.string().max(4000).nullable(),
  updatedAt: z.iso.datetime(),
});

/** The state of an order, or how it ended. */
export type UpgradeOutcome = z.infer<typeof upgradeOutcome>;

export type EndState = 'committed' | 'rolled_back' | 'failed';

export const isEnd = (state: string): state is EndState => ['committed', 'rolled_back', 'failed'].includes(state);
