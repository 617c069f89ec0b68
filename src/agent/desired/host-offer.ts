import { checkConfig } from '../../bitcoin/check-config.ts';
import type { NodeConfig } from '../../bitcoin/node-config.ts';
import type { DesiredNode } from './desired-entry.ts';

/** What the operator offers on this host. */
export interface HostOffer {
  images: Readonly<Record<string, string>>;
  networks: readonly string[];
  allowRegtest: boolean;
  nodeTypes: readonly string[];
}

/** The image for a client version; undefined where the operator offers none, also for a version with the name of something that every object has. */
export const imageOf = ({ images }: Pick<HostOffer, 'images'>, clientVersion: string): string | undefined =>
  Object.hasOwn(images, clientVersion) ? images[clientVersion] : undefined;

export const configOf = (desired: DesiredNode): NodeConfig => ({
  network: desired.network,
  client: desired.client,
  clientVersion: desired.clientVersion,
  nodeType: desired.nodeType,
  resources: desired.resources,
  overrides: desired.overrides,
});

/** The agent judges again what the control plane let in: its host's safety does not rest on another machine's checks. */
export function issuesOf(desired: DesiredNode, offer: HostOffer): string[] {
  const issues = checkConfig(configOf(desired)).map(({ path, message }) => `${path.join('.')}: ${message}`);
  if (imageOf(offer, desired.clientVersion) === undefined) {
    issues.push(
      `this host has no image for version ${desired.clientVersion}; it has ${Object.keys(offer.images).join(', ')}`,
    );
  }
  const networks = offer.allowRegtest ? [...offer.networks, 'regtest'] : offer.networks;
  if (!networks.includes(desired.network)) issues.push(`the operator of this host does not allow ${desired.network}`);
  if (!offer.nodeTypes.includes(desired.nodeType))
    issues.push(`the operator of this host does not allow ${desired.nodeType} nodes`);
  return issues;
}
