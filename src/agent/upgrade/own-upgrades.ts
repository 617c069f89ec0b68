import { join } from 'node:path';
import { packageRoot } from '../../package-root.ts';
import { upgradeFiles } from '../../upgrade/upgrade-files.ts';
import type { AgentSettings } from '../settings/settings.ts';
import type { InstallationPlaces } from './gather-installation.ts';
import type { OwnContainer } from './own-container.ts';
import { Upgradability } from './upgradability.ts';
import { Upgrader, type UpgraderOptions } from './upgrader.ts';

type Derived = 'root' | 'channel' | 'dataDir' | 'files' | 'upgradability' | 'present';

export interface OwnUpgradesOptions extends Omit<UpgraderOptions, Derived> {
  settings: Pick<AgentSettings, 'dataDir' | 'channel'>;
  container: OwnContainer;
  /** Location of the installation; another one in tests. */
  places?: Partial<Omit<InstallationPlaces, 'dataDir'>>;
}

export function ownUpgrades({ settings, places, ...options }: OwnUpgradesOptions): Upgrader {
  const { dataDir, channel } = settings;
  const root = places?.root ?? packageRoot();
  return new Upgrader({
    ...options,
    ...{ root, channel, dataDir, files: upgradeFiles(dataDir) },
    upgradability: new Upgradability({ ...places, root, dataDir }, options.clock, () => options.container.facts()),
    // The running process is only `agent run`; a clone, which has no such file, is never upgraded.
    present: { command: join(root, 'bin/satrap'), args: [] },
  });
}
