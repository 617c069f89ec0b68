import { RuntimeError } from '../../runtime/runtime-error.ts';
import { isUp, killedExitCode } from '../../runtime/workload.ts';
import { hasStarted, requireSpec, startedRecord, writeNodeConfig } from '../daemon-start.ts';
import * as engine from '../engine/containers.ts';
import { createContainer as create, proveContainer } from '../engine/create-container.ts';
import { readerLabels, removeDataReaders } from '../engine/data-reader.ts';
import { pullImage as pull } from '../engine/images.ts';
import type { ObservedContainer } from '../engine/observed-container.ts';
import { readDataMarker, writeMarker } from '../engine/volume-files.ts';
import type { NodeVolume } from '../engine/volumes.ts';
import { makeDataVolume } from '../make-volume.ts';
import type { Found, StepKind, StepRun } from '../step-kind.ts';

const pullImage: StepKind<'pull-image', { reference: string }> = {
  kind: 'pull-image',
  texts: ({ reference }) => [`pull the image ${reference}`, `Pulled the image ${reference}`],
  event: 'node.image_pulled',
  effect: 'pull',
  apply: ({ reference }, { client, onProgress, signal }) => pull(client, reference, onProgress, signal),
  isDone: (_, { image }) => image.present,
};

const createVolume: StepKind<'create-volume', unknown, NodeVolume> = {
  kind: 'create-volume',
  texts: () => ['create the volume', 'Created the volume'],
  event: 'node.volume_created',
  apply: (_, run) => makeDataVolume(run.snapshot.desired, run.snapshot.observed.dataRoot, run),
  isDone: (_, { data }) => data === 'present',
  finish: (_, volume, { snapshot: { observed } }) => ({
    change: { volumeMade: true, volumeLostAt: null },
    observed: volume && {
      ...observed,
      ...{ data: 'present', directory: volume.directory, leftoverDataDir: null },
      volumes: [...observed.volumes, volume],
    },
  }),
};

const createContainer: StepKind<'create-container', unknown, ObservedContainer | null> = {
  kind: 'create-container',
  texts: () => ['create the container', 'Created the container'],
  event: 'node.container_created',
  effect: 'create',
  async apply(_, run) {
    const { stopTimeoutSeconds } = run.settings;
    const request = { ...run.snapshot, ...requireSpec(run.snapshot), stopTimeoutSeconds };
    return engine.inspectContainer(run.client, await create(run.client, request, run));
  },
  isDone: (_, { containers, specHash }) => containers.some((container) => container.specHash === specHash),
  finish: (_, workload, { snapshot: { spec, observed } }) => ({
    change: { applied: spec, lastExit: null, exit: null, provenHash: undefined },
    observed: workload ? { ...observed, workload, containers: [...observed.containers, workload] } : undefined,
  }),
};

/** While the current container still runs: an engine that refuses the next one must cost the node nothing. */
const tryContainer: StepKind<'try-container'> = {
  kind: 'try-container',
  texts: () => ['check that the engine creates the container', 'Checked that the engine creates the container'],
  event: null,
  effect: 'create',
  async apply(_, run) {
    const { client, executorId, instanceId, snapshot } = run;
    const { id } = snapshot.desired;
    await removeDataReaders(client, { executorId, instanceId }, id);
    const request = { ...snapshot, ...requireSpec(snapshot), stopTimeoutSeconds: run.settings.stopTimeoutSeconds };
    await proveContainer(client, request, readerLabels({ executorId, instanceId }, id));
  },
  finish: (_, __, { snapshot: { specHash, observed } }) => ({
    change: { provenHash: specHash ?? undefined },
    observed,
  }),
};

/** `was` is the start of the previous run. */
const startContainer: StepKind<'start-container', { containerId: string; was: string | null }, Found | undefined> = {
  kind: 'start-container',
  texts: () => ['start the daemon', 'Started the daemon'],
  event: 'node.started',
  effect: 'start',
  async apply({ containerId }, run) {
    const found = await writeNodeConfig(containerId, run);
    const { containers } = run.snapshot.observed;
    const stopped = containers.find(({ id }) => id === containerId)?.restartPolicy === engine.restartPolicies.stopped;
    const policy = stopped ? await engine.runningPolicy(run.client) : null;
    if (policy === engine.restartPolicies.running) await engine.setRestartPolicy(run.client, containerId, policy);
    await engine.startContainer(run.client, containerId);
    return found;
  },
  isDone: ({ was }, { container }) => hasStarted(container, was),
  finish(_, found, { snapshot }) {
    const { seed } = snapshot.operations;
    const seeded = seed?.stage === 'verified' ? { operations: { seed: { ...seed, stage: 'succeeded' as const } } } : {};
    const event = found === undefined ? {} : { level: 'warning' as const };
    return { change: { ...startedRecord(snapshot), ...seeded }, event, found };
  },
};

type Ended = Pick<ObservedContainer, 'exitCode' | 'finishedAt'> | null;

interface StopParams {
  containerId: string;
  cause: string | null;
  /** Given for a container that is removed next because it lacks its ports. */
  networkMadeAt?: number;
}

const stopContainer: StepKind<'stop-container', StopParams, Ended> = {
  kind: 'stop-container',
  texts: () => ['stop the daemon', 'Stopped the daemon'],
  event: 'node.stopped',
  effect: 'stop',
  async apply({ containerId }, { client, settings }) {
    await engine.stopContainer(client, containerId, settings.stopTimeoutSeconds);
    return engine.inspectContainer(client, containerId);
  },
  isDone: (_, { container }) => container === undefined || !isUp(container),
  finish({ containerId, cause, why, networkMadeAt }, result, { snapshot }) {
    const ended = result === undefined ? snapshot.observed.containers.find(({ id }) => id === containerId) : result;
    const { exitCode = null, finishedAt = null } = ended ?? {};
    const killed = {
      level: 'warning' as const,
      message: `Killed the daemon: ${why}. It did not stop in time; unflushed data is lost, and the next start may verify the chain.`,
    };
    return {
      change: {
        ...{ cause, lastExit: finishedAt, exit: null },
        ...(networkMadeAt === undefined ? {} : { unpublished: { workloadId: containerId, networkMadeAt } }),
      },
      event: { ...(exitCode === killedExitCode ? killed : {}), data: { exitCode } },
    };
  },
};

const unpauseContainer: StepKind<'unpause-container', { containerId: string }> = {
  kind: 'unpause-container',
  texts: () => ['unpause the container', 'Unpaused the container'],
  event: 'node.unpaused',
  apply: ({ containerId }, { client }) => engine.unpauseContainer(client, containerId),
  isDone: (_, { container }) => container !== undefined && container.status !== 'paused',
};

const removeContainer: StepKind<'remove-container', { containerId: string; cause: string | null }> = {
  kind: 'remove-container',
  texts: () => ['remove the container', 'Removed the container'],
  event: 'node.container_removed',
  async apply({ containerId }, run) {
    await describeKeptData(containerId, run);
    await engine.removeContainer(run.client, containerId);
  },
  isDone: (_, { container }) => container === undefined,
  finish: ({ cause }) => ({ change: { cause } }),
};

/** Stores the node's chain tip with data that is kept: it is known nowhere else once the node is gone. */
async function describeKeptData(containerId: string, { client, snapshot: { desired, tip } }: StepRun): Promise<void> {
  if (desired.desiredState !== 'deleted' || desired.dataPolicy !== 'keep' || tip === null) return;
  const marker = await readDataMarker(client, containerId);
  if (marker === null) return;
  await writeMarker(client, containerId, { ...marker, tip }).catch((error: unknown) => {
    // On a full disk, the deletion matters more than the recorded height.
    if (!(error instanceof RuntimeError) || error.fault === 'unreachable') throw error;
  });
}

export const containerSteps = [
  pullImage,
  createVolume,
  tryContainer,
  createContainer,
  startContainer,
  stopContainer,
  unpauseContainer,
  removeContainer,
];
