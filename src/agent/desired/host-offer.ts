import { checkConfig } from '../../bitcoin/check-config.ts';
import type { AgentSettings } from '../settings/settings.ts';
import { configOf, type DesiredNode } from './desired-entry.ts';

export type HostOffer = Readonly<Pick<AgentSettings, 'images' | 'networks' | 'allowRegtest' | 'nodeTypes'>>;

export const imageOf = ({ images }: Pick<HostOffer, 'images'>, clientVersion: string): string | undefined =>
  // Object.hasOwn, so that a version named `constructor` finds nothing.
  Object.hasOwn(images, clientVersion) ? images[clientVersion] : undefined;

/** Returns every network that the operator allows; regtest only by its own setting. */
export const offeredNetworks = ({ networks, allowRegtest }: Pick<HostOffer, 'networks' | 'allowRegtest'>) => [
  ...networks.filter((network) => network !== 'regtest'),
  ...(allowRegtest ? (['regtest'] as const) : []),
];

/** Returns why this host cannot run the node. Repeats the control plane's checks: the safety of a host must not rest on another machine. */
export function issuesOf(desired: DesiredNode, offer: HostOffer): string[] {
  const issues = checkConfig(configOf(desired)).map(({ path, message }) => `${path.join('.')}: ${message}`);
  if (imageOf(offer, desired.clientVersion) === undefined) {
    issues.push(
      `this host has no image for version ${desired.clientVersion}; it has ${Object.keys(offer.images).join(', ')}`,
    );
  }
  if (!offeredNetworks(offer).includes(desired.network))
    issues.push(`the operator of this host does not allow ${desired.network}`);
  if (!offer.nodeTypes.includes(desired.nodeType))
    issues.push(`the operator of this host does not allow ${desired.nodeType} nodes`);
  return issues;
}
