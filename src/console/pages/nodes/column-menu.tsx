import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import { IconColumns } from '@tabler/icons-react';
import { bindChecked } from '../../display/form.tsx';
import { nodeColumns } from './columns.tsx';
import { isColumnShown, type KeptColumns } from './kept-columns.ts';

export const ColumnMenu = ({ kept, onChange }: { kept: KeptColumns; onChange: (kept: KeptColumns) => void }) => (
  <Popover position="bottom-end" trapFocus returnFocus>
    <Popover.Target>
      <Button variant="default" leftSection={<IconColumns size={16} aria-hidden />}>
        Columns
      </Button>
    </Popover.Target>
    <Popover.Dropdown>
      <Stack gap="xs">
        {nodeColumns
          .filter(({ id }) => id !== 'name')
          .map((column) => (
            <Checkbox
              key={column.id}
              label={column.label}
              {...bindChecked(isColumnShown(kept, column), (isOn) => onChange({ ...kept, [column.id]: isOn }))}
            />
          ))}
      </Stack>
    </Popover.Dropdown>
  </Popover>
);
