import type { DefaultVersions } from '../../../bitcoin/clients/default-versions.ts';
import { defaultClient } from '../../../bitcoin/clients/registry.ts';
import type { ConfigOverride, NodeConfig, NodeResources } from '../../../bitcoin/node-config.ts';
import { defaultResources } from '../../../bitcoin/resources.ts';
import { customSignet } from '../../../bitcoin/signet.ts';
import { torOf } from '../../../bitcoin/tor.ts';
import type { NodeCreateInput } from '../../../contract/types.generated.ts';
import type { ExecutorRow } from '../../tables/executors.ts';
import { fault, type NodeFault } from './node-fault.ts';

export const defaultType = 'full';

export function resourcesFor({ network, nodeType, resources }: NodeCreateInput): NodeResources {
  const defaults = defaultResources(network, nodeType ?? defaultType);
  return {
    cpuCores: resources?.cpuCores ?? defaults.cpuCores,
    memoryMiB: resources?.memoryMiB ?? defaults.memoryMiB,
    diskGiB: resources?.diskGiB ?? defaults.diskGiB,
  };
}

/** Returns a fault if the executor offers no version, or only withdrawn ones and the request names none. */
export function configFor(
  data: NodeCreateInput,
  { name, capabilities }: Pick<ExecutorRow, 'name' | 'capabilities'>,
  defaultVersions: DefaultVersions,
): NodeConfig | NodeFault {
  const client = data.client ?? defaultClient;
  const nodeType = data.nodeType ?? defaultType;
  const versions = capabilities.clients.filter((offer) => offer.client === client).map(({ version }) => version);
  const clientVersion = data.clientVersion ?? defaultVersions.of(client, versions);
  if (clientVersion === undefined) {
    const message =
      versions.length === 0
        ? `${name} has reported no versions of ${client}; wait a minute if it has just started, or add an image to the settings of its agent`
        : `${name} offers only withdrawn versions (${versions.join(', ')}) of ${client}; add an image of another one to the settings of its agent`;
    return fault('chain_not_supported_by_executor', message);
  }
  return {
    network: data.network,
    signet: data.signet == null ? null : customSignet(data.signet),
    client,
    clientVersion,
    tor: torOf(data.tor),
    nodeType,
    resources: resourcesFor(data),
    overrides: (data.overrides ?? []).map(trimKey),
  };
}

/** Forms and scripts may leave spaces around the key. */
export const trimKey = ({ key, value }: ConfigOverride): ConfigOverride => ({ key: key.trim(), value });
