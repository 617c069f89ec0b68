import { defaultDataRoot } from '../../contract/names.ts';
import { counted } from '../../text/counted.ts';
import type { OperationRecords } from '../runtime/node-record.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import type { DockerSnapshot } from './observe.ts';

/** Describes the engine's objects of a node. */
export function describeObservation({
  workload,
  observed,
  operations,
}: Pick<DockerSnapshot, 'workload' | 'observed' | 'operations'>): string[] {
  const { data, dataRoot, directory, volumes, image, imposters, foreignWriters, leftoverDataDir } = observed;
  const others = volumes.filter((volume) => volume.dataRoot !== dataRoot);
  return [
    workload === undefined ? 'no container' : describeContainer(workload),
    dataRoot === defaultDataRoot
      ? `volume ${data}`
      : `volume ${data} in data root ${dataRoot}${directory ? ` (${directory})` : ''}`,
    ...others.map((volume) => `another copy of the data in data root ${volume.dataRoot} (${volume.path})`),
    ...operationLines(operations),
    ...(leftoverDataDir === null ? [] : [`directory ${leftoverDataDir} of a removed volume`]),
    image.pin === null ? 'image not resolved yet' : `image ${image.pin}, ${image.present ? 'present' : 'not present'}`,
    ...foreignWriters.map((name) => `foreign container ${name} uses the volume`),
    ...imposters.map((name) => `foreign container ${name} has this node’s name or labels and is ignored`),
  ];
}

const operationLines = (operations: OperationRecords): string[] =>
  Object.entries(operations).flatMap(([kind, operation]) =>
    operation === undefined
      ? []
      : [
          `${kind.replaceAll('_', ' ')}: ${operation.stage}${operation.reason === null ? '' : ` (${operation.reason})`}`,
        ],
  );

function describeContainer(container: ObservedContainer): string {
  const started = container.startedAt === null ? '' : `, started ${container.startedAt}`;
  return `container ${container.id.slice(0, 12)} ${container.status}${started}, ${counted(container.restartCount, 'restart')} by the engine`;
}
