import { defaultDataRoot } from '../../contract/names.ts';
import { counted } from '../../text/counted.ts';
import type { OperationRecords } from '../runtime/node-record.ts';
import type { ObservedContainer } from './engine/observed-container.ts';
import type { DockerSnapshot } from './snapshot.ts';

/** What the engine says of a node, in lines for people. Pure. */
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
      : `volume ${data} in the data root ${dataRoot}${directory ? ` (${directory})` : ''}`,
    ...others.map((volume) => `another copy of its data in the data root ${volume.dataRoot} (${volume.path})`),
    ...operationLines(operations),
    ...(leftoverDataDir === null ? [] : [`the directory ${leftoverDataDir} of a volume that someone removed`]),
    image.pin === null
      ? 'image not resolved yet'
      : `image ${image.pin}, ${image.present ? 'on this host' : 'not on this host'}`,
    ...foreignWriters.map((name) => `the foreign container ${name} uses the volume`),
    ...imposters.map(
      (name) => `the foreign container ${name} has this node’s name or labels: the agent leaves it alone`,
    ),
  ];
}

const operationLines = (operations: OperationRecords): string[] =>
  Object.entries(operations).flatMap(([kind, operation]) =>
    operation === undefined
      ? []
      : [
          `${kind.replaceAll('_', ' ')}: ${operation.stage}${operation.reason === null ? '' : `, because ${operation.reason}`}`,
        ],
  );

function describeContainer(container: ObservedContainer): string {
  const started = container.startedAt === null ? '' : `, started ${container.startedAt}`;
  return `container ${container.id.slice(0, 12)} ${container.status}${started}, restarted by the engine ${counted(container.restartCount, 'time')}`;
}
