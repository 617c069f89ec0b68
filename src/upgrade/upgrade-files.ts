import { join } from 'node:path';

/** Where the two sides of an upgrade leave things for each other. */
export interface UpgradeFiles {
  /** The folder that everything lies in. It belongs to the agent's user. */
  folder: string;
  /** Written by the agent: from then on the watcher acts. Removed by the watcher as its last act. */
  order: string;
  /** Written by the watcher, read by whichever agent runs. */
  outcome: string;
  /** The agent's own memory of requests. */
  journal: string;
  /** Archives that were fetched, and parts of them. */
  fetched: string;
  /** Archives that were unpacked for the rehearsal. */
  staged: string;
  /** The own memory of the helper that switches an agent in a container. */
  helper: string;
}

/** Returns the files of an agent with this data directory. The unit of the watcher names `order` too. Pure. */
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
