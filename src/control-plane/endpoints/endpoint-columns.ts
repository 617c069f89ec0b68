import { isIP } from 'node:net';
import { isLoopback } from '../../contract/endpoint-url.ts';
import { namePattern, nameRule } from '../../contract/names.ts';
import type { EndpointCreateInput, EndpointUpdateInput } from '../../contract/types.generated.ts';
import { inBrackets } from '../../text/authority.ts';
import { readLabels } from '../fleet/inventory/labels.ts';
import { type Issue, invalidInput } from '../platform/input/errors.ts';
import type { EndpointRow } from '../tables/endpoints.ts';

const maxNodes = 100;
const maxLabels = 10;
const maxHosts = 20;
const defaultAddress = '127.0.0.1';

export type EndpointColumns = Omit<EndpointRow, 'id' | 'organizationId' | 'createdAt'>;

/** Returns the columns of an endpoint after a change, which for a new one has every required field. Throws `invalid_input`. */
export function endpointColumns(
  data: EndpointCreateInput | EndpointUpdateInput,
  before: EndpointColumns | null,
): EndpointColumns {
  const columns = {
    name: data.name ?? before?.name ?? '',
    network: before?.network ?? ('network' in data ? data.network : 'mainnet'),
    ...selectionOf(data, before),
    executorIds: data.executorIds == null ? (before?.executorIds ?? []) : [...new Set(data.executorIds)],
    address: data.address ?? before?.address ?? defaultAddress,
    port: data.port ?? before?.port ?? 0,
    tls: data.tls === undefined ? (before?.tls ?? null) : data.tls,
    pinnedBlockHash: data.pinnedBlockHash === undefined ? (before?.pinnedBlockHash ?? null) : data.pinnedBlockHash,
  };
  const issues = [...selectionIssues(data, before === null), ...columnIssues(columns)];
  if (issues.length > 0) throw invalidInput(issues);
  return columns;
}

type Selection = Pick<EndpointUpdateInput, 'nodeIds' | 'nodeLabels'>;

function selectionOf({ nodeIds, nodeLabels }: Selection, before: EndpointColumns | null) {
  if (nodeIds != null) return { nodeIds: [...new Set(nodeIds)], nodeLabels: {} };
  if (nodeLabels != null) return { nodeIds: null, nodeLabels: readLabels(nodeLabels, ['data', 'nodeLabels']) };
  return { nodeIds: before?.nodeIds ?? null, nodeLabels: before?.nodeLabels ?? {} };
}

function selectionIssues({ nodeIds, nodeLabels }: Selection, isNew: boolean): Issue[] {
  const given = [nodeIds, nodeLabels].filter((each) => each != null).length;
  if (given === 2 || (isNew && given === 0))
    return [{ path: ['data', 'nodeIds'], message: 'set exactly one of nodeIds and nodeLabels' }];
  const count = (list: readonly unknown[] | null | undefined, field: string, max: number): Issue[] =>
    list == null || (list.length >= 1 && list.length <= max)
      ? []
      : [{ path: ['data', field], message: `must have 1 to ${max} entries` }];
  return [...count(nodeIds, 'nodeIds', maxNodes), ...count(nodeLabels, 'nodeLabels', maxLabels)];
}

function columnIssues({ name, executorIds, address, port, tls, pinnedBlockHash }: EndpointColumns): Issue[] {
  const issues: Issue[] = [];
  const require = (holds: boolean, field: string, message: string) => {
    if (!holds) issues.push({ path: ['data', field], message });
  };
  const isPath = (path: string): boolean => /^\/\P{Cc}{0,1022}$/u.test(path);
  require(namePattern.test(name), 'name', nameRule);
  require(executorIds.length >= 1 && executorIds.length <= maxHosts, 'executorIds', `must have 1 to ${maxHosts} hosts`);
  require(port >= 1024 && port <= 65_535, 'port', 'must be from 1024 to 65535');
  require(isIP(address) !== 0, 'address', 'must be an IP address of the hosts, such as 127.0.0.1 or 0.0.0.0');
  require(tls === null || (isPath(tls.certFile) && isPath(tls.keyFile)), 'tls', 'must have absolute paths');
  require(isIP(address) === 0 ||
    isLoopback(URL.parse(`http://${inBrackets(address)}`)?.hostname ?? '') ||
    tls !==
      null, 'tls', 'is required to listen on an address that other hosts can reach: secrets would be readable on the network');
  require(pinnedBlockHash === null ||
    /^[0-9a-f]{64}$/.test(pinnedBlockHash), 'pinnedBlockHash', 'must be 64 lower-case hexadecimal digits');
  return issues;
}
