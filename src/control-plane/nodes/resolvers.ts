import type { ClientVersion } from '../../bitcoin/clients/registry.ts';
import { effectiveConfig } from '../../bitcoin/effective-config.ts';
import { labelList } from '../fleet/inventory/labels.ts';
import { perRequest } from '../request/loaders.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import { type LifecycleDeps, showLifecycle } from './client-lifecycle.ts';
import { configOf, configState } from './node-config.ts';
import { waitsFor } from './node-status.ts';
import { dataRootOf } from './placement/data-roots.ts';
import { promisesLoader } from './placement/promises.ts';
import { roomByResource } from './placement/room.ts';

/** Cost of rendering an override. */
const overrideCost = 2;

export function nodeFieldResolvers({ lifecycle }: LifecycleDeps): Resolvers {
  const promisesOf = perRequest(promisesLoader);
  const show = (of: ClientVersion) => showLifecycle(lifecycle.table, of, new Date());
  return {
    Executor: {
      room: async ({ id, resources }, _args, context) => {
        const promises = await promisesOf(context).load(id);
        return { nodes: promises.nodes, ...roomByResource(resources, promises) };
      },
      drain: async ({ id, drain }, _args, context) =>
        drain === null ? null : { ...drain, remaining: (await promisesOf(context).load(id)).notEnded },
    },
    Node: {
      resources: ({ cpuCores, memoryMiB, diskGiB }) => ({ cpuCores, memoryMiB, diskGiB }),
      labels: ({ labels }) => labelList(labels),
      effectiveConfig: (row) => effectiveConfig(configOf(row)),
      // A synchronous error would drop the promises of sibling fields.
      configState: async (row, _args, { budget }, info) => {
        budget.charge(row.overrides.length * overrideCost, info);
        return configState(row);
      },
      dataRoot: dataRootOf,
      waitsFor,
      clientLifecycle: show,
      reverted: ({ observed }) => observed?.reverted ?? null,
    },
    PreviewedNode: { clientLifecycle: show },
    OfferedNode: { clientLifecycle: show },
    ClientCapability: { lifecycle: ({ client, version }) => show({ client, clientVersion: version }) },
  };
}
