import { join } from 'node:path';
import { JsonFile } from './json-file.ts';
import { upgradeOrder } from './order.ts';
import { upgradeOutcome } from './outcome.ts';

export type UpgradeFiles = ReturnType<typeof upgradeFiles>;

/** Returns the files of an agent with this data directory. They belong to the agent's user: root must not trust them. */
export function upgradeFiles(dataDir: string) {
  const folder = join(dataDir, 'upgrade');
  return {
    folder,
    /** The watcher's unit contains its path too. */
    order: new JsonFile(join(folder, 'order.json'), upgradeOrder),
    outcome: new JsonFile(join(folder, 'outcome.json'), upgradeOutcome),
    fetched: join(folder, 'fetch'),
    staged: join(folder, 'stage'),
    helper: join(folder, 'helper'),
  };
}
