import { daemonArguments } from './daemon-arguments.ts';
import type { NodeConfig } from './node-config.ts';
import { type ConfigSetting, nodeSettings } from './node-settings.ts';
import { platformNotes } from './setting-notes.ts';

export type { ConfigOrigin, ConfigSetting } from './node-settings.ts';

/** Paths inside the container say nothing to a user, and a negation only clears the way for the setting that follows it. */
const isHidden = (key: string): boolean => key === 'datadir' || key === 'conf' || key.startsWith('no');

/** Every setting of a node's daemon, with who set it and why; what a user set has an explanation where it needs one. */
export function effectiveConfig(config: NodeConfig): ConfigSetting[] {
  const commandLine = daemonArguments(config, { dataDir: '', configFile: '' }).map((argument): ConfigSetting => {
    const [key = '', value = '1'] = argument.slice(1).split(/=(.*)/s);
    return { key, value, origin: 'platform', note: platformNotes[key] ?? null };
  });
  const secret = (key: string, note: string): ConfigSetting => ({ key, value: null, origin: 'platform', note });
  return [
    ...commandLine.filter(({ key }) => !isHidden(key)),
    secret('rpcauth', 'the platform’s RPC credentials, and the agent’s own, which may only read'),
    ...nodeSettings(config),
  ];
}
