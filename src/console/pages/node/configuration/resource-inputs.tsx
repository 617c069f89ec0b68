import { Group, NumberInput } from '@mantine/core';
import type { ConfigIssue, NodeResources } from '../../../../bitcoin/node-config.ts';
import { resourceBounds } from '../../../../bitcoin/resources.ts';

const fields = [
  { field: 'cpuCores', label: 'Processor cores', step: 0.5 },
  { field: 'memoryMiB', label: 'Memory (MiB)', step: 256 },
  { field: 'diskGiB', label: 'Disk (GiB, planned)', step: 10 },
] as const;

interface ResourceInputsProps {
  resources: NodeResources;
  /** Those of the whole configuration. */
  faults: readonly ConfigIssue[];
  /** What to know about a resource, such as how much is left. */
  notes?: Partial<Record<keyof NodeResources, string>>;
  onChange: (resources: NodeResources) => void;
}

/** What a node may use. */
export const ResourceInputs = ({ resources, faults, notes, onChange }: ResourceInputsProps) => (
  <Group grow preventGrowOverflow={false} wrap="wrap" align="start">
    {fields.map(({ field, label, step }) => (
      <NumberInput
        key={field}
        {...{ label, step }}
        min={resourceBounds[field].min}
        // What was typed stays, with what is wrong about it.
        clampBehavior="none"
        description={notes?.[field]}
        value={resources[field]}
        onChange={(value) => onChange({ ...resources, [field]: Number(value) })}
        error={faults.find(({ path }) => path[0] === 'resources' && path[1] === field)?.message}
      />
    ))}
  </Group>
);
