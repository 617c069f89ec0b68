import { type WorkloadConfig, workloadConfig } from '../../../bitcoin/workload-config.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';

export const isSameConfig = (a: WorkloadConfig, b: WorkloadConfig): boolean => keyOf(a) === keyOf(b);

/** By the names of the fields: what was read from disk may have them in another order. */
const keyOf = ({ network, clientVersion, nodeType, cpuCores, memoryMiB, overrides }: WorkloadConfig): string =>
  JSON.stringify(
    workloadConfig({ network, clientVersion, nodeType, resources: { cpuCores, memoryMiB, diskGiB: 0 }, overrides }),
  );

/** Returns whether the present workload was made from a configuration. */
export const isAppliedConfig = ({ applied }: Pick<NodeRecord, 'applied'>, config: WorkloadConfig): boolean =>
  applied !== null && isSameConfig(applied, config);
