import { type Network, networkFacts } from './network.ts';
import type { ConfigIssue, NodeResources, NodeType } from './node-config.ts';

export function defaultResources(network: Network, nodeType: NodeType): NodeResources {
  const { cpuCores, memoryMiB, diskGiB, prunedDiskGiB } = networkFacts(network).resources;
  return { cpuCores, memoryMiB, diskGiB: nodeType === 'pruned' ? prunedDiskGiB : diskGiB };
}

export interface ResourceBounds {
  min: number;
  max: number;
  whole: boolean;
  unit: string;
}

/** Below 256 MiB bitcoind does not even load its block index; the upper bounds only catch typing errors. */
export const resourceBounds: Readonly<Record<keyof NodeResources, ResourceBounds>> = {
  cpuCores: { min: 0.1, max: 1024, whole: false, unit: 'cores' },
  memoryMiB: { min: 256, max: 16 * 1024 * 1024, whole: true, unit: 'MiB' },
  diskGiB: { min: 1, max: 1024 * 1024, whole: true, unit: 'GiB' },
};

export const checkResources = (resources: NodeResources): ConfigIssue[] =>
  (Object.keys(resourceBounds) as (keyof NodeResources)[]).flatMap((key) => {
    const { min, max, whole, unit } = resourceBounds[key];
    const value = resources[key];
    const isValid = Number.isFinite(value) && value >= min && value <= max && (!whole || Number.isInteger(value));
    return isValid ? [] : [{ path: [key], message: resourceRule({ min, max, whole, unit }) }];
  });

export const resourceRule = ({ min, max, whole, unit }: ResourceBounds): string =>
  `must be ${whole ? 'a whole number' : 'a number'} of ${unit} from ${min} to ${max}`;
