import { daemonArguments } from './daemon-arguments.ts';
import type { NodeConfig } from './node-config.ts';
import { type ConfigSetting, nodeSettings } from './node-settings.ts';

export type { ConfigOrigin, ConfigSetting } from './node-settings.ts';

/** The platform's paths say nothing to a user and belong to the container; everything else of the command line is shown. */
const hidden = ['datadir', 'conf'];

/** Every setting that a node's daemon is given, with who set it and, where that needs one, an explanation. */
export function effectiveConfig(config: NodeConfig): ConfigSetting[] {
  const commandLine = daemonArguments(config, { dataDir: '', configFile: '' }).map((argument): ConfigSetting => {
    const [key = '', value = '1'] = argument.slice(1).split(/=(.*)/s);
    return { key, value, origin: 'platform', note: null };
  });
  const secret = (key: string, note: string): ConfigSetting => ({ key, value: null, origin: 'platform', note });
  return [
    ...commandLine.filter(({ key }) => !hidden.includes(key)),
    secret('rpcauth', 'the platform’s RPC credentials, and the agent’s own, which may only read'),
    ...nodeSettings(config),
  ];
}
