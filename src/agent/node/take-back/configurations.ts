import { nodeConfigOf, type WorkloadConfig, workloadConfig } from '../../../bitcoin/workload-config.ts';
import type { NodeRecord } from '../../runtime/node-record.ts';

export const isSameConfig = (a: WorkloadConfig, b: WorkloadConfig): boolean => keyOf(a) === keyOf(b);

/** By the names of the fields: what was read from disk may have them in another order. */
const keyOf = (config: WorkloadConfig): string => JSON.stringify(workloadConfig(nodeConfigOf(config)));

/** Returns whether the present workload was made from a configuration. Pure. */
export const isAppliedConfig = ({ applied }: Pick<NodeRecord, 'applied'>, config: WorkloadConfig): boolean =>
  applied !== null && isSameConfig(applied, config);
