import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { ClientVersion } from '../../../../bitcoin/clients/registry.ts';
import type { ConfigIssue, ConfigOverride } from '../../../../bitcoin/node-config.ts';
import { OverrideRow } from './override-row.tsx';

/** An override while it is edited; `id` names its row. */
export type EditedOverride = ConfigOverride & { id: number };

interface OverrideRowsProps {
  overrides: readonly EditedOverride[];
  of: ClientVersion;
  /** Those of the whole configuration. */
  faults: readonly ConfigIssue[];
  onChange: (overrides: readonly EditedOverride[]) => void;
}

/** The options that a user sets, and a way to set one more. */
export function OverrideRows({ overrides, of, faults, onChange }: OverrideRowsProps) {
  const add = () => {
    const id = Math.max(-1, ...overrides.map((each) => each.id)) + 1;
    onChange([...overrides, { id, key: '', value: '' }]);
  };
  return (
    <>
      {overrides.map((override, index) => (
        <OverrideRow
          key={override.id}
          {...{ override, of }}
          faults={faults.filter(({ path }) => path[0] === 'overrides' && Number(path[1]) === index)}
          onChange={(changes) =>
            onChange(overrides.map((each) => (each === override ? { ...each, ...changes } : each)))
          }
          onRemove={() => onChange(overrides.filter((each) => each !== override))}
        />
      ))}
      <div>
        <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />} onClick={add}>
          Set an option
        </Button>
      </div>
    </>
  );
}
