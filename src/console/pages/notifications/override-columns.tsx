import { Button, Group, Text } from '@mantine/core';
import type { Column } from '../../display/lists/column.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import type { NodeOverride } from './settings.ts';
import { thresholdFields, typedOf } from './thresholds.ts';

interface OverrideActs {
  onChange: (override: NodeOverride) => void;
  onRemove: (override: NodeOverride) => void;
}

/** The columns of the nodes with settings of their own; without acts for those who may only read. */
export const overrideColumns = (acts: OverrideActs | undefined): readonly Column<NodeOverride>[] => [
  { id: 'name', label: 'Node', cell: ({ nodeName }) => <ForeignText>{nodeName}</ForeignText> },
  {
    id: 'said',
    leads: true,
    label: 'Settings',
    width: 'minmax(0, 3fr)',
    cell: (override) => (
      <Text fz="sm" lineClamp={2} title={ownThresholds(override)} style={{ whiteSpace: 'normal' }}>
        <Said override={override} />
      </Text>
    ),
  },
  ...(acts === undefined ? [] : [actsColumn(acts)]),
];

const actsColumn = ({ onChange, onRemove }: OverrideActs): Column<NodeOverride> => ({
  id: 'acts',
  label: 'Change or remove',
  hidesLabel: true,
  width: '164px',
  cell: (override) => (
    <Group gap="xs" wrap="nowrap" justify="end">
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Change the settings of ${override.nodeName}`}
        onClick={() => onChange(override)}
      >
        Change…
      </Button>
      <Button
        size="compact-xs"
        variant="default"
        aria-label={`Remove the settings of ${override.nodeName}`}
        onClick={() => onRemove(override)}
      >
        Remove
      </Button>
    </Group>
  ),
});

function ownThresholds({ thresholds }: NodeOverride): string {
  const typed = typedOf(thresholds);
  return thresholdFields
    .filter(({ key }) => typed[key] !== undefined)
    .map(({ key, label, unit }) => `${label} ${typed[key]} ${unit}`.trim())
    .join(', ');
}

function Said({ override }: { override: NodeOverride }) {
  const { muted, mutedUntil } = override;
  const own = ownThresholds(override);
  return (
    <>
      {muted && 'muted'}
      {muted && mutedUntil != null && (
        <>
          , ends <Time at={mutedUntil} />
        </>
      )}
      {muted && own !== '' && '; '}
      {own}
    </>
  );
}
