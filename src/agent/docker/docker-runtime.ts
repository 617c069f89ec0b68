import { uptime } from 'node:os';
import { type DataFormat, readsAllData, whyUnreadable } from '../../bitcoin/data-format.ts';
import { type DesiredNode, desiredOperation } from '../desired/desired-entry.ts';
import { imageOf, issuesOf } from '../desired/host-offer.ts';
import { loadNodeRecord } from '../node/record-store.ts';
import type { PortAllocator } from '../runtime/port-allocator.ts';
import type { NodeObserver, NodeRuntime, SnapshotInput } from '../runtime/runtime.ts';
import { isUp } from '../runtime/workload.ts';
import { specHash, topicsWithoutPort, workloadSpec } from '../runtime/workload-spec.ts';
import { updateNodeConfig } from './daemon-start.ts';
import { ownerOf, ownerReader } from './data-owner.ts';
import { describeChange, describeObservation } from './describe.ts';
import { containerChanges } from './engine/container-events.ts';
import { containerLogs, followLogs } from './engine/container-logs.ts';
import { statsReader } from './engine/container-stats.ts';
import { findContainers } from './engine/containers.ts';
import { engineStartedAt } from './engine/engine-info.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import { readAgentRpc, readDataFormat, readDataMarker } from './engine/volume-files.ts';
import { findVolumes } from './engine/volumes.ts';
import { legacyWallets } from './engine/wallets.ts';
import type { ExecutorOnEngine } from './executor-on-engine.ts';
import { ensureImage, keepPin, noImage, resolveImage } from './image-pins.ts';
import {
  type DockerSnapshot,
  mainContainer,
  type ObservedNode,
  observeEngine,
  type SeedObservation,
} from './observe.ts';
import { orphanFinder } from './orphans.ts';
import { planNode } from './plan.ts';
import { sweepRehearsals } from './rehearsal/rehearsal-copy.ts';
import { removalWallets } from './removal-wallets.ts';
import type { StepDeps } from './step-kind.ts';
import { applyStep, type DockerStep, describeStep, finishStep, isStepDone } from './steps.ts';

export function dockerRuntime(options: StepDeps & { ports: PortAllocator }): NodeRuntime {
  const { client, database, executorId, settings, ports } = options;
  return {
    ...dockerObserver(options),
    label: 'The Docker engine',
    ports,
    keep: ({ image }: ObservedNode) => keepPin(database, image),
    async fetchImage(version, signal) {
      const reference = imageOf(settings, version);
      return reference !== undefined && (await ensureImage(options, reference, signal)) ? reference : null;
    },
    apply: (step: DockerStep, snapshot: DockerSnapshot, run) => applyStep(step, { ...options, ...run, snapshot }),
    isDone: (step: DockerStep, specHash, { observed }: DockerSnapshot) => isStepDone(step, specHash, observed),
    finish: (step: DockerStep, snapshot: DockerSnapshot, result) => finishStep(step, result, { client, snapshot }),
    async refusal(desired, { workload }) {
      const issues = issuesOf(desired, settings);
      if (issues.length > 0) return issues.join('; ');
      const { clientVersion, network } = desired;
      if (workload === undefined || readsAllData(clientVersion)) return null;
      return whyUnreadable(await readDataFormat(client, workload.id, network), clientVersion);
    },
    agentRpcOf: ({ id }) => readAgentRpc(client, id),
    changes: (signal, onOpen) => containerChanges(client, executorId, signal, onOpen),
    logs: (id, tail, range) => containerLogs(client, id, tail, range),
    followLogs: (id, start, signal) => followLogs(client, id, start, signal),
    // Without a start time of the engine, daemons only end with the host, whose time is precise to the second.
    startedAt: async () => (await engineStartedAt(client)) ?? Date.now() - uptime() * 1000,
    statsReader: (container: ObservedContainer, config) => statsReader(client, container, config),
    updateConfig: (id, snapshot: DockerSnapshot) => updateNodeConfig(id, { ...options, snapshot }),
    legacyWallets: (id, wallets) => legacyWallets(client, id, wallets),
    orphans: orphanFinder(options),
    sweepRehearsals: (isRehearsing, hasLease) => sweepRehearsals(options, { isRehearsing, hasLease }),
  };
}

/** Observes the containers of an executor's nodes, and plans for them; changes nothing. */
export function dockerObserver(options: ExecutorOnEngine): NodeObserver {
  const { client, database, settings } = options;
  const readWallets = removalWallets(options);
  const readOwner = ownerReader(options);
  return {
    async observe(desired, recent?: ObservedNode): Promise<ObservedNode> {
      const reference = desired.desiredState === 'deleted' ? undefined : imageOf(settings, desired);
      const [engine, image] = await Promise.all([
        recent ?? observeEngine(options, desired),
        recent?.image ?? (reference === undefined ? noImage : resolveImage(client, database, reference)),
      ]);
      const [dataFormat, dataOwner, seed, wallets] = await Promise.all([
        readFormat(options, desired, engine.workload),
        readOwner(desired, engine),
        observeSeed(options, desired, engine.workload),
        readWallets(desired, engine),
      ]);
      return { ...engine, image, dataFormat, dataOwner, seed, wallets };
    },
    snapshot: (input: SnapshotInput & { observed: ObservedNode }) => takeSnapshot(input, options),
    describeStep,
    describe: (snapshot: DockerSnapshot) => describeObservation(snapshot),
  };
}

/** Reads the format of the chain data if the desired version may be unable to read it and its daemon does not run yet. */
async function readFormat(
  { client }: ExecutorOnEngine,
  { desiredState, clientVersion, network, revision }: DesiredNode,
  container: ObservedContainer | undefined,
): Promise<DataFormat | null> {
  if (desiredState !== 'running' || container === undefined || readsAllData(clientVersion)) return null;
  if (container.state === 'removing' || (isUp(container) && container.revision === revision)) return null;
  return readDataFormat(client, container.id, network);
}

/** Observes source and copy while data is still to be copied. */
async function observeSeed(
  { client, database, executorId }: ExecutorOnEngine,
  desired: DesiredNode,
  container: ObservedContainer | undefined,
): Promise<SeedObservation | null> {
  const asked = desiredOperation(desired, 'seed');
  if (desired.desiredState !== 'running' || !asked || container === undefined || isUp(container)) return null;
  const stage = loadNodeRecord(database, desired.id)?.operations.seed?.stage;
  if (stage !== undefined && stage !== 'copying') return null;
  const { from } = asked.params;
  const [{ ours, foreignWriters }, volumes, marker] = await Promise.all([
    findContainers(client, executorId, from),
    findVolumes(client, executorId, from),
    readDataMarker(client, container.id),
  ]);
  const hasWriter = foreignWriters.length > 0 || ours.some(isUp);
  return { source: volumes.ours.length === 0 ? 'absent' : hasWriter ? 'up' : 'down', isComplete: marker !== null };
}

function takeSnapshot(
  { desired, observed, record, hasLease }: SnapshotInput & { observed: ObservedNode },
  { settings, instanceId }: ExecutorOnEngine,
): DockerSnapshot {
  const { ports, zmqPorts, agentRpc, zmqFault } = record;
  const lacksPorts = ports === null || topicsWithoutPort(desired, zmqPorts).length > 0;
  const { pin } = observed.image;
  const spec =
    pin === null || lacksPorts || agentRpc === null
      ? null
      : workloadSpec(desired, settings, {
          ...{ image: pin, ports, zmqPorts, agentRpc, dataRoot: observed.dataRoot },
          user: ownerOf(observed, record),
        });
  const hash = spec === null ? null : specHash(spec);
  const wanted =
    spec === null || hash === null ? null : { specHash: hash, change: describeChange(record.applied, spec) };
  const issues =
    desired.desiredState === 'running' ? [...issuesOf(desired, settings), ...(zmqFault ? [zmqFault] : [])] : [];
  const plan = planNode({ context: { instanceId, hasLease }, desired, issues, wanted, observed, record });
  const main = mainContainer(observed.containers, hash);
  const { tip = null, operations, repairs = [], loadedWallets = null } = record;
  const isAsDesired = main !== undefined && main.specHash === hash;
  const recognised = record.applied === null && isAsDesired ? { recognised: spec } : {};
  const facts = { desired, observed, spec, specHash: hash, workload: main, plan, agentRpc, tip, operations, repairs };
  return { ...facts, loadedWallets, ...recognised };
}
