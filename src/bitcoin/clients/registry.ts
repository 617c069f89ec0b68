import type { Network } from '../network.ts';
import { bitcoind } from './bitcoind/family.ts';
import { knots } from './knots/family.ts';
import type { ClientFamily, VersionData } from './version-data.ts';
import { compareVersions, majorOf } from './versions.ts';

const families = { bitcoind, knots } as const;

/** A client family, as named in the API. */
export type Client = keyof typeof families;

export interface ClientVersion {
  client: Client;
  clientVersion: string;
}

export const clients = Object.keys(families) as Client[];
export const defaultClient: Client = 'bitcoind';

export const clientFamily = (client: Client): ClientFamily => families[client];

/** The data of a version: that of its major, or of the newest known one. */
export function versionData({ client, clientVersion }: ClientVersion): VersionData {
  const { versions } = clientFamily(client);
  const found = versions.find(({ major }) => Number(major) === majorOf(clientVersion)) ?? versions.at(-1);
  if (found === undefined) throw new Error(`no version of ${client} is known`);
  return found;
}

/** Whether its major has a data file. */
export const hasData = ({ client, clientVersion }: ClientVersion): boolean =>
  clientFamily(client).versions.some(({ major }) => Number(major) === majorOf(clientVersion));

/** The size of a network's blocks and chain state in GB, as the newest known Bitcoin Core assumes; null without one. */
export function assumedChainGB(network: Network): number | null {
  const [blocks, chainState = 0] =
    versionData({ client: defaultClient, clientVersion: '' }).assumedSizesGB[network] ?? [];
  return blocks === undefined ? null : blocks + chainState;
}

export const newestKnown = (client: Client): string => versionData({ client, clientVersion: '' }).optionsOf;

/** The versions that a host offers by default, newest first. */
export const offeredVersions = (client: Client): string[] =>
  clientFamily(client)
    .versions.flatMap(({ releases }) => releases.filter(({ offered }) => offered))
    .map(({ version }) => version)
    .toSorted((a, b) => compareVersions(b, a));

/** What to know about the consensus rules of a new node, which may be a copy of a node with another client. */
export function consensusNotes(client: Client, copied: Client = client): string[] {
  const { title, note } = clientFamily(client);
  const verdicts =
    `The copy includes the verdicts of ${clientFamily(copied).title} on blocks. ${title} does not verify these blocks ` +
    'again, although its rules differ; to verify all blocks, sync from the network instead.';
  return [...(note === null ? [] : [`${title} ${note}.`]), ...(copied === client ? [] : [verdicts])];
}

/** Why a node cannot change its family: its data includes the verdicts on blocks. */
export const whyOtherFamily = (from: Client, to: Client): string =>
  `chain data of ${clientFamily(from).title} includes its verdicts on blocks, which ${clientFamily(to).title} would adopt although its rules differ; ` +
  `create another node with ${to} instead, new or as a copy of this one`;
