import { type DataFormat, readsAllData } from '../../bitcoin/data-format.ts';
import type { DesiredNode } from '../desired/desired-entry.ts';
import { desiredOperation } from '../desired/desired-operation.ts';
import { imageOf } from '../desired/host-offer.ts';
import { loadNodeRecord } from '../node/record-store.ts';
import type { StepDescription } from '../runtime/plan.ts';
import type { NodeObserver, SnapshotInput } from '../runtime/runtime.ts';
import { isUp } from '../runtime/workload.ts';
import { describeObservation } from './describe-observation.ts';
import { findContainers } from './engine/containers.ts';
import { readDataFormat, readDataMarker } from './engine/data-marker.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import { findVolumes } from './engine/volumes.ts';
import type { ExecutorOnEngine } from './executor-on-engine.ts';
import { noImage, resolveImage } from './image-pins.ts';
import { type ObservedNode, observeEngine, type SeedObservation } from './observe.ts';
import { RemovalWallets } from './removal-wallets.ts';
import type { DockerSnapshot } from './snapshot.ts';
import { type DockerStep, describeStep } from './steps.ts';
import { takeSnapshot } from './take-snapshot.ts';

/** Observes the containers of an executor's nodes, and plans for them; changes nothing. */
export class DockerObserver implements NodeObserver {
  readonly #options: ExecutorOnEngine;
  readonly #wallets: RemovalWallets;

  constructor(options: ExecutorOnEngine) {
    this.#options = options;
    this.#wallets = new RemovalWallets(options);
  }

  async observe(desired: DesiredNode): Promise<ObservedNode> {
    const { client, database, executorId, settings } = this.#options;
    const reference = desired.desiredState === 'deleted' ? undefined : imageOf(settings, desired);
    const [containers, image] = await Promise.all([
      observeEngine({ client, executorId, roots: settings }, desired.id, {
        recorded: loadNodeRecord(database, desired.id)?.dataRoot,
        asked: desired.dataRoot ?? null,
      }),
      reference === undefined ? noImage : resolveImage(client, database, reference),
    ]);
    const [dataFormat, seed, wallets] = await Promise.all([
      this.#dataFormat(desired, containers.workload),
      this.#seed(desired, containers.workload),
      this.#wallets.read(desired, containers),
    ]);
    return { ...containers, image, dataFormat, seed, wallets };
  }

  /**
   * Reads the properties of the chain data if the desired version may be unable to read it, and its daemon is not yet
   * running.
   */
  async #dataFormat(desired: DesiredNode, container: ObservedContainer | undefined): Promise<DataFormat | null> {
    const { desiredState, clientVersion, network, revision } = desired;
    if (desiredState !== 'running' || container === undefined || readsAllData(clientVersion)) return null;
    if (container.state === 'removing' || (isUp(container) && container.revision === revision)) return null;
    return readDataFormat(this.#options.client, container.id, network);
  }

  /** Observes source and copy while data is still to be copied. */
  async #seed(desired: DesiredNode, container: ObservedContainer | undefined): Promise<SeedObservation | null> {
    const { client, database, executorId } = this.#options;
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

  snapshot(input: SnapshotInput & { observed: ObservedNode }): DockerSnapshot {
    return takeSnapshot(input, this.#options.settings, this.#options.instanceId);
  }

  describeStep(step: DockerStep): StepDescription {
    return describeStep(step);
  }

  describe(snapshot: DockerSnapshot): string[] {
    return describeObservation(snapshot);
  }
}
