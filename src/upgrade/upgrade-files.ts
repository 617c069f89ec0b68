import { join } from 'node:path';

export interface UpgradeFiles {
  /** The folder of all files. It belongs to the agent's user. */
  folder: string;
  order: string;
  outcome: string;
  /** The agent's own record of requests. */
  journal: string;
  fetched: string;
  staged: string;
  helper: string;
}

/** Returns the files of an agent with this data directory. The watcher's unit contains `order` too. */
export function upgradeFiles(dataDir: string): UpgradeFiles {
  const folder = join(dataDir, 'upgrade');
  return {
    folder,
    order: join(folder, 'order.json'),
    outcome: join(folder, 'outcome.json'),
    journal: join(folder, 'journal.json'),
    fetched: join(folder, 'fetch'),
    staged: join(folder, 'stage'),
    helper: join(folder, 'helper'),
  };
}
