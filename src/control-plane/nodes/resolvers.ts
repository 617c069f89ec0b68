import { ageNote, versionLife } from '../../bitcoin/clients/lifecycle.ts';
import { type ClientVersion, clientFamily } from '../../bitcoin/clients/registry.ts';
import { chainOf, networkName } from '../../bitcoin/network-name.ts';
import type { ClientCapabilityInput } from '../../contract/types.generated.ts';
import { labelList } from '../fleet/inventory/labels.ts';
import { perRequest } from '../request/loaders.ts';
import type { Resolvers } from '../request/resolvers.generated.ts';
import type { LifecycleDeps } from './client-lifecycle.ts';
import { configState, shownConfig } from './node-config.ts';
import { waitsFor } from './node-status.ts';
import { dataRootOf } from './placement/data-roots.ts';
import { promisesLoader } from './placement/promises.ts';
import { roomByResource } from './placement/room.ts';

/** Cost of rendering an override. */
const overrideCost = 2;

export function nodeFieldResolvers({ lifecycle }: LifecycleDeps): Resolvers {
  const promisesOf = perRequest(promisesLoader);
  const lifeOf = (of: ClientVersion) => versionLife(lifecycle.table, of, new Date());
  const ofOffer = ({ client, version }: Pick<ClientCapabilityInput, 'client' | 'version'>) =>
    lifeOf({ client, clientVersion: version });
  return {
    Executor: {
      room: async (row, _args, context) => {
        const promises = await promisesOf(context).load(row);
        return { nodes: promises.nodes, ...roomByResource(row.resources, promises) };
      },
      drain: async (row, _args, context) =>
        row.drain === null ? null : { ...row.drain, remaining: (await promisesOf(context).load(row)).notEnded },
    },
    Node: {
      resources: ({ cpuCores, memoryMiB, diskGiB }) => ({ cpuCores, memoryMiB, diskGiB }),
      labels: ({ labels }) => labelList(labels),
      networkName: (row) => networkName(chainOf(row)),
      effectiveConfig: shownConfig,
      // A synchronous error would drop the promises of sibling fields.
      configState: async (row, _args, { budget }, info) => {
        budget.charge(row.overrides.length * overrideCost, info);
        return configState(row);
      },
      dataRoot: dataRootOf,
      waitsFor,
      clientLifecycle: lifeOf,
      reverted: ({ observed }) => observed?.reverted ?? null,
    },
    PreviewedNode: { clientLifecycle: lifeOf },
    OfferedNode: { clientLifecycle: lifeOf },
    ClientCapability: { lifecycle: ofOffer },
    ClientOption: { lifecycle: ofOffer, note: ({ client }) => clientFamily(client).note },
    ClientLifecycle: {
      withdrawnReason: ({ withdrawn }) => withdrawn?.reason ?? null,
      tableNote: () => ageNote(lifecycle.table, new Date()),
      endOfLifeAt: ({ endOfLife }) => endOfLife && `${endOfLife}T00:00:00.000Z`,
    },
    ClientDefect: { workaround: ({ workaround }) => workaround ?? null },
    ClientAdvisory: { publishedAt: ({ published }) => `${published}T00:00:00.000Z` },
  };
}
