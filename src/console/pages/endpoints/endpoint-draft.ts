import type { Network } from '../../../bitcoin/network.ts';
import type { EndpointCreateInput, EndpointUpdateInput } from '../../../contract/types.generated.ts';
import { readLabels, writeLabels } from '../labels/label-text.ts';
import type { EndpointsPageQuery } from './operations.generated.ts';

type Endpoint = Pick<
  NonNullable<EndpointsPageQuery['endpoints']>[number],
  'name' | 'network' | 'nodeIds' | 'nodeLabels' | 'members' | 'hosts' | 'address' | 'port' | 'tls' | 'pinnedBlockHash'
>;

/** What a form has of an endpoint, as texts. */
export interface EndpointDraft {
  name: string;
  network: Network;
  /** Whether labels select the nodes, and not a list. */
  isByLabel: boolean;
  nodeIds: readonly string[];
  /** One per line. */
  nodeLabels: string;
  executorIds: readonly string[];
  address: string;
  port: string;
  certFile: string;
  keyFile: string;
  pinnedBlockHash: string;
}

const newDraft: EndpointDraft = {
  ...{ name: '', network: 'mainnet', isByLabel: false, nodeIds: [], nodeLabels: '', executorIds: [] },
  ...{ address: '127.0.0.1', port: '8330', certFile: '', keyFile: '', pinnedBlockHash: '' },
};

/** Returns what a form starts from. Deleted nodes and hosts, which the API still lists, are left out. */
export function draftOf(endpoint: Endpoint | undefined): EndpointDraft {
  if (endpoint === undefined) return newDraft;
  const { name, network, nodeIds, nodeLabels, members, hosts, address, port, tls, pinnedBlockHash } = endpoint;
  return {
    ...{ name, network, address },
    isByLabel: nodeIds == null,
    nodeIds: nodeIds == null ? [] : members.map(({ nodeId }) => nodeId),
    nodeLabels: writeLabels(nodeLabels),
    executorIds: hosts.map(({ executorId }) => executorId),
    port: String(port),
    certFile: tls?.certFile ?? '',
    keyFile: tls?.keyFile ?? '',
    pinnedBlockHash: pinnedBlockHash ?? '',
  };
}

export type DraftFaults = Partial<Record<'nodes' | 'hosts' | 'port' | 'tls', string>>;

/** Returns what the API could not judge, or would name less clearly. */
export function faultsOf({
  isByLabel,
  nodeIds,
  nodeLabels,
  executorIds,
  port,
  certFile,
  keyFile,
}: EndpointDraft): DraftFaults {
  const { labels, fault } = readLabels(nodeLabels);
  const nodes = isByLabel
    ? (fault ?? (labels.length === 0 ? 'Enter at least one label.' : undefined))
    : nodeIds.length === 0
      ? 'Select at least one node.'
      : undefined;
  return {
    ...(nodes === undefined ? {} : { nodes }),
    ...(executorIds.length === 0 ? { hosts: 'Select at least one host.' } : {}),
    ...(isPort(port) ? {} : { port: 'Enter a port from 1024 to 65535.' }),
    ...((certFile.trim() === '') === (keyFile.trim() === '') ? {} : { tls: 'Enter both files, or neither.' }),
  };
}

const isPort = (text: string): boolean => /^\d{4,5}$/.test(text) && Number(text) >= 1024 && Number(text) <= 65_535;

export const inputOf = (draft: EndpointDraft): EndpointCreateInput => ({
  ...{ name: draft.name.trim(), network: draft.network },
  ...selectionOf(draft),
  executorIds: [...draft.executorIds],
  ...{ address: draft.address.trim(), port: Number(draft.port), tls: tlsOf(draft) },
  pinnedBlockHash: pinnedOf(draft),
});

const selectionOf = ({ isByLabel, nodeIds, nodeLabels }: EndpointDraft) =>
  isByLabel ? { nodeLabels: readLabels(nodeLabels).labels } : { nodeIds: [...nodeIds] };

const tlsOf = ({ certFile, keyFile }: EndpointDraft) =>
  certFile.trim() === '' ? null : { certFile: certFile.trim(), keyFile: keyFile.trim() };

const pinnedOf = ({ pinnedBlockHash }: EndpointDraft): string | null => pinnedBlockHash.trim().toLowerCase() || null;

/** Returns the changed fields alone, so that another person's change of the rest stays. */
export function changesOf(draft: EndpointDraft, endpoint: Endpoint): EndpointUpdateInput {
  const before = draftOf(endpoint);
  const isChanged = (...fields: (keyof EndpointDraft)[]) =>
    fields.some((field) => String(draft[field]) !== String(before[field]));
  const { name, executorIds, address, port } = inputOf(draft);
  return {
    ...(isChanged('name') ? { name } : {}),
    ...(isChanged('isByLabel', 'nodeIds', 'nodeLabels') ? selectionOf(draft) : {}),
    ...(isChanged('executorIds') ? { executorIds } : {}),
    ...(isChanged('address') ? { address } : {}),
    ...(isChanged('port') ? { port } : {}),
    ...(isChanged('certFile', 'keyFile') ? { tls: tlsOf(draft) } : {}),
    ...(isChanged('pinnedBlockHash') ? { pinnedBlockHash: pinnedOf(draft) } : {}),
  };
}
