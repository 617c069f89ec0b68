import { checkConfig } from './check-config.ts';
import { networkFacts } from './network.ts';
import type { NodeConfig } from './node-config.ts';
import { type FileSetting, nodeSettings } from './node-settings.ts';

/** What a node's RPC server accepts. The `rpcauth` values are salted hashes; no password is rendered. */
export interface RenderedCredentials {
  /** One; two while they are being rotated. */
  platformRpcAuths: readonly string[];
  agentRpcAuth: string;
  agentUser: string;
  /** The methods that the agent may call. */
  agentRpcWhitelist: readonly string[];
  /** Whether the daemon must talk to no peer. Default: false. */
  isolated?: boolean;
}

/** Renders a node's bitcoin.conf. Throws for a configuration that has issues: what was not checked is never written. */
export function renderConfig(
  config: NodeConfig,
  template: string,
  credentials: RenderedCredentials,
  /** What only the next start is asked to do. */
  once: readonly string[] = [],
): string {
  const issues = checkConfig(config);
  if (issues.length > 0) {
    throw new Error(
      `the configuration has faults: ${issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join('; ')}`,
    );
  }
  const settings = nodeSettings(config);
  const lines = (origin: FileSetting['origin']) =>
    settings.filter((setting) => setting.origin === origin).map(({ key, value }) => `${key}=${value}`);
  return fill(template, {
    credentials: [
      ...credentials.platformRpcAuths.map((rpcAuth) => `rpcauth=${rpcAuth}`),
      `rpcauth=${credentials.agentRpcAuth}`,
      `rpcwhitelist=${credentials.agentUser}:${credentials.agentRpcWhitelist.join(',')}`,
      // Otherwise every user without a list of its own would be shut out.
      'rpcwhitelistdefault=0',
    ],
    // Of a value that is given twice the first counts.
    section: [`[${networkFacts(config.network).chain}]`, ...(credentials.isolated ? ['networkactive=0'] : [])],
    defaults: lines('default'),
    overrides: [...lines('override'), ...once],
  });
}

function fill(template: string, slots: Readonly<Record<string, readonly string[]>>): string {
  return template.replace(/\{\{(\w+)\}\}/g, (slot, name: string) => {
    const lines = slots[name];
    if (lines === undefined) throw new Error(`the template of bitcoin.conf has an unknown slot ${slot}`);
    return lines.join('\n');
  });
}
