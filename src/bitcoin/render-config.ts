import { checkConfig } from './check-config.ts';
import { networkFacts } from './network.ts';
import type { NodeConfig } from './node-config.ts';
import { type FileSetting, nodeSettings } from './node-settings.ts';
import { walletLines } from './wallet-lines.ts';

/** The credentials of a node's RPC server. The `rpcauth` values are salted hashes; no password is rendered. */
export interface RenderedCredentials {
  /** One; two during a rotation. */
  platformRpcAuths: readonly string[];
  agentRpcAuth: string;
  agentUser: string;
  agentRpcWhitelist: readonly string[];
  /** The gateways' user, with the methods that it may call. */
  gateway?: { rpcAuth: string; whitelist: readonly string[] };
  /** Whether the daemon must not connect to peers. Default: false. */
  isolated?: boolean;
}

/** Lines beside those of the node's configuration. */
export interface ExtraLines {
  /** For the next start only. */
  once?: readonly string[];
  /** The wallets to load, by name. */
  wallets?: readonly string[];
}

/** Renders a node's bitcoin.conf. Throws for an invalid configuration: unchecked values are never written. */
export function renderConfig(
  config: NodeConfig,
  template: string,
  credentials: RenderedCredentials,
  { once = [], wallets = [] }: ExtraLines = {},
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
      ...(credentials.gateway === undefined ? [] : gatewayLines(credentials.gateway)),
      // Otherwise every user without a whitelist would be locked out.
      'rpcwhitelistdefault=0',
    ],
    // The first of two values counts.
    section: [`[${networkFacts(config.network).chain}]`, ...(credentials.isolated ? ['networkactive=0'] : [])],
    defaults: lines('default'),
    overrides: [...lines('override'), ...once],
    wallets: walletLines(wallets, settings),
  });
}

const gatewayLines = ({ rpcAuth, whitelist }: { rpcAuth: string; whitelist: readonly string[] }): string[] => [
  `rpcauth=${rpcAuth}`,
  `rpcwhitelist=${rpcAuth.slice(0, rpcAuth.indexOf(':'))}:${whitelist.join(',')}`,
];

const fill = (template: string, slots: Readonly<Record<string, readonly string[]>>): string =>
  template.replace(/\{\{(\w+)\}\}/g, (slot, name: string) => {
    const lines = slots[name];
    if (lines === undefined) throw new Error(`the bitcoin.conf template has an unknown slot ${slot}`);
    return lines.join('\n');
  });
