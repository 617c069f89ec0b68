import { type Api, notFound } from '../api.ts';
import { endpoints } from '../endpoints/endpoints.ts';
import { findIn } from '../resource.ts';
import type { Request } from './change.ts';

/** Returns a request's variables with the ids of objects that the same plan may have created. Throws CommandError. */
export async function withIds(api: Api, { variables, names }: Request): Promise<object> {
  if (names === undefined) return variables;
  const { nodes, endpoint } = names;
  const ids = {
    ...(nodes === undefined ? {} : { nodeIds: await nodeIdsOf(api, nodes) }),
    ...(endpoint === undefined ? {} : { endpointId: (await findIn(api, endpoints, endpoint)).id }),
  };
  return { ...variables, data: { ...Object(Object(variables).data), ...ids } };
}

async function nodeIdsOf(api: Api, names: readonly string[]): Promise<string[]> {
  const { nodes } = await api.call('FindFleetNodes', { names: [...names] });
  const missing = names.find((name) => !nodes.some((node) => node.name === name));
  if (missing !== undefined) return notFound(api, `no node named ${missing}`, 'satrap nodes list');
  return nodes.map(({ id }) => id);
}
