import { existsSync } from 'node:fs';
import type { UpgradabilityInput } from '../../contract/types.generated.ts';

const reason = 'agents of this version cannot upgrade themselves; install the new version on the host';

/** Returns whether this agent can be upgraded by request. `isContainer`: whether it runs in a container of its own. */
export const ownUpgradability = (isContainer = existsSync('/.dockerenv')): UpgradabilityInput => ({
  canUpgrade: false,
  reason,
  platform: `${process.platform}-${process.arch}`,
  packaging: isContainer ? 'image' : 'archive',
});
