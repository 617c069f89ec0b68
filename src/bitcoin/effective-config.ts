import { daemonArguments } from './daemon-arguments.ts';
import type { NodeConfig } from './node-config.ts';
import { type ConfigSetting, nodeSettings } from './node-settings.ts';
import { platformNotes } from './setting-notes.ts';

export type { ConfigOrigin, ConfigSetting } from './node-settings.ts';

/** Paths inside the container mean nothing to a user, and a negation only clears the way for the next setting. */
const isHidden = (key: string): boolean => key === 'datadir' || key === 'conf' || key.startsWith('no');

/** Every setting of a node's daemon, with its origin and reason; a user's setting has a note if it needs one. */
export function effectiveConfig(config: NodeConfig): ConfigSetting[] {
  const commandLine = daemonArguments(config, { dataDir: '', configFile: '' }).map((argument): ConfigSetting => {
    const [key = '', value = '1'] = argument.slice(1).split(/=(.*)/s);
    return { key, value, origin: 'platform', note: platformNotes[key] ?? null };
  });
  const secret = (key: string, note: string): ConfigSetting => ({ key, value: null, origin: 'platform', note });
  return [
    ...commandLine.filter(({ key }) => !isHidden(key)),
    secret('rpcauth', 'the platform’s RPC credentials, and the agent’s own read-only ones'),
    ...nodeSettings(config),
  ];
}
