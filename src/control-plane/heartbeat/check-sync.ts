import { z } from 'zod';
import {
  maxContainerIdLength,
  maxDataRoots,
  maxImageLength,
  maxKeyWarningLength,
  maxMoveReasonLength,
  maxNodesPerHeartbeat,
  maxOrphans,
  maxPathLength,
  maxProblemReasonLength,
  maxProblems,
  maxReasonLength,
  maxShortLength,
  maxTakenBackFields,
  maxTakenBackReasonLength,
  maxUpgradabilityLength,
  maxUpgradeReasonLength,
  maxWallets,
  maxZmqTopics,
  overcommitBounds,
} from '../../contract/limits.ts';
import { dataRootPattern, dataRootRule, namePattern, nameRule } from '../../contract/names.ts';
import type { SyncExecutorInput } from '../../contract/types.generated.ts';
import { invalidInput } from '../input/errors.ts';

const name = z.string().regex(namePattern, nameRule);
/** Text that is shown in a terminal. */
const plain = z.string().regex(/^\P{Cc}*$/u, 'must not contain control characters');
const short = plain.min(1).max(maxShortLength);
const containerId = plain.max(maxContainerIdLength).nullish();
const image = plain.max(maxImageLength);
const port = z.int().min(1).max(65_535);
const zmq = z
  .array(z.looseObject({ topic: short, url: short.regex(/^tcp:\/\/[^\s/]+:\d{1,5}$/, 'must be tcp://HOST:PORT') }))
  .max(maxZmqTopics)
  .nullish();
const revision = z.int().min(0).nullish();
const amount = z.number().min(0);
const factor = z.number().min(overcommitBounds.min).max(overcommitBounds.max);
const resource = z.looseObject({ total: amount, usedByNodes: amount, free: amount });

const dataRoot = z.string().regex(dataRootPattern, dataRootRule);

/** Who reports. */
const sender = { name, instanceId: short, knownRevision: revision };

const resources = z.looseObject({
  cpuCores: resource,
  memoryMiB: resource,
  diskMiB: resource,
  overcommit: z.object({ cpu: factor, memory: factor, disk: factor }).nullish(),
  dataRoots: z
    .array(
      z.looseObject({
        name: dataRoot,
        path: plain.max(maxPathLength).nullish(),
        totalMiB: amount.nullish(),
        freeMiB: amount.nullish(),
      }),
    )
    .max(maxDataRoots + 1)
    .refine((roots) => new Set(roots.map(({ name }) => name)).size === roots.length, 'has two of one name')
    .nullish(),
});

const version = plain.max(maxShortLength).nullish();
const chainData = z.looseObject({
  height: z.int().min(0).nullish(),
  bestBlockHash: plain.max(maxShortLength).nullish(),
  sizeBytes: amount.nullish(),
  begunWith: version,
  openedWith: version,
  wallets: z.array(plain.max(maxShortLength)).max(maxWallets).nullish(),
  dataRoot: dataRoot.nullish(),
});
const value = z.string().max(maxShortLength).nullish();
const takenBack = z.looseObject({
  reason: z.string().max(maxTakenBackReasonLength),
  revision: z.int().min(0),
  runsRevision: z.int().min(0),
  changes: z.array(z.looseObject({ field: short, asked: value, runs: value })).max(maxTakenBackFields),
});

/** The rules that GraphQL's types cannot express. */
const full = z.looseObject({
  ...sender,
  kind: z.string(),
  version: short,
  channel: short,
  capabilities: z.looseObject({
    clients: z.array(z.looseObject({ version: short, image })).max(100),
  }),
  resources,
  keyWarning: plain.max(maxKeyWarningLength).nullish(),
  nodes: z
    .array(
      z.looseObject({
        id: short,
        reason: z.string().max(maxReasonLength).nullish(),
        endpoint: z.looseObject({ host: short, rpcPort: port, p2pPort: port, zmq }).nullish(),
        containerId,
        imageDigest: image.nullish(),
        appliedRevision: revision,
        problems: z
          .array(z.looseObject({ code: short, reason: z.string().max(maxProblemReasonLength) }))
          .max(maxProblems)
          .nullish(),
        wallets: z.array(plain.max(maxShortLength)).max(maxWallets).nullish(),
        reindex: z.looseObject({ id: short, reason: z.string().max(1000).nullish() }).nullish(),
        dataRoot: dataRoot.nullish(),
        move: z
          .looseObject({
            id: short,
            copiedBytes: amount.nullish(),
            totalBytes: amount.nullish(),
            reason: z.string().max(maxMoveReasonLength).nullish(),
          })
          .nullish(),
        takenBack: takenBack.nullish(),
      }),
    )
    .max(maxNodesPerHeartbeat),
  upgradability: z
    .looseObject({ reason: plain.max(maxUpgradabilityLength).nullish(), platform: plain.min(1).max(63) })
    .nullish(),
  upgrade: z
    .looseObject({
      requestId: short,
      progress: z.int().min(0).max(100).nullish(),
      reason: z.string().max(maxUpgradeReasonLength).nullish(),
    })
    .nullish(),
  features: z.array(short).max(50).nullish(),
  orphans: z
    .array(z.looseObject({ nodeId: short, name: plain.max(maxShortLength), containerId, data: chainData.nullish() }))
    .max(maxOrphans)
    .nullish(),
});

const leftOut = z.null('is left out beside observedRevision').optional();
const repeated = z.looseObject({
  ...sender,
  observedRevision: short,
  resources: resources.nullish(),
  ...{ kind: leftOut, version: leftOut, channel: leftOut, capabilities: leftOut },
  ...{ nodes: leftOut, orphans: leftOut, features: leftOut, keyWarning: leftOut },
  ...{ upgradability: leftOut, upgrade: leftOut },
});

type Described = 'kind' | 'version' | 'channel' | 'capabilities' | 'resources' | 'nodes';

/** A heartbeat that says everything. */
export type FullReport = Omit<SyncExecutorInput, Described | 'observedRevision'> & {
  [Field in Described]: NonNullable<SyncExecutorInput[Field]>;
};

/** A heartbeat that names what was said before. */
export type RepeatedReport = Pick<SyncExecutorInput, 'name' | 'instanceId' | 'knownRevision' | 'resources'> & {
  observedRevision: string;
};

/** Checks a heartbeat. Throws `invalid_input`, which names every fault. */
export function checkSync(input: SyncExecutorInput): FullReport | RepeatedReport {
  const { observedRevision, ...report } = input;
  const isRepeated = observedRevision !== null && observedRevision !== undefined;
  const parsed = (isRepeated ? repeated : full).safeParse(input);
  if (parsed.success) return isRepeated ? { ...report, observedRevision } : (report as FullReport);
  throw invalidInput(
    parsed.error.issues.map(({ path, message }) => ({ path: ['input', ...(path as (string | number)[])], message })),
  );
}
