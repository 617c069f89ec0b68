import { checkConfig } from '../../bitcoin/check-config.ts';
import { type Client, type ClientVersion, clients } from '../../bitcoin/clients/registry.ts';
import type { AgentSettings } from '../settings/settings.ts';
import { configOf, type DesiredNode } from './desired-entry.ts';

export type HostOffer = Readonly<Pick<AgentSettings, 'images' | 'networks' | 'allowRegtest' | 'nodeTypes'>>;

export function imageOf({ images }: Pick<HostOffer, 'images'>, of: ClientVersion): string | undefined {
  const { [of.client]: ofClient = {} } = images;
  // Object.hasOwn, so that a version named `constructor` finds nothing.
  return Object.hasOwn(ofClient, of.clientVersion) ? ofClient[of.clientVersion] : undefined;
}

export const imagesOf = (images: HostOffer['images']): { client: Client; version: string; image: string }[] =>
  clients.flatMap((client) =>
    Object.entries(images[client] ?? {}).map(([version, image]) => ({ client, version, image })),
  );

/** Returns the offered networks; regtest only with its own setting. */
export const offeredNetworks = ({ networks, allowRegtest }: Pick<HostOffer, 'networks' | 'allowRegtest'>) => [
  ...networks.filter((network) => network !== 'regtest'),
  ...(allowRegtest ? (['regtest'] as const) : []),
];

/** Returns why this host cannot run the node. A host's safety must not depend on the control plane's same checks. */
export function issuesOf(desired: DesiredNode, offer: HostOffer): string[] {
  const issues = checkConfig(configOf(desired)).map(({ path, message }) => `${path.join('.')}: ${message}`);
  const offered = imagesOf(offer.images).map(({ client, version }) => `${client} ${version}`);
  if (imageOf(offer, desired) === undefined) {
    issues.push(
      `this host has no image for ${desired.client} ${desired.clientVersion}; available: ${offered.join(', ')}`,
    );
  }
  if (!offeredNetworks(offer).includes(desired.network)) issues.push(`this host does not allow ${desired.network}`);
  if (!offer.nodeTypes.includes(desired.nodeType)) issues.push(`this host does not allow ${desired.nodeType} nodes`);
  return issues;
}
