import { ActionIcon, Group, Text } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import { counted } from '../../../../text/counted.ts';
import { FilterText } from '../../../display/lists/filter-text.tsx';
import { formatNumber } from '../../../display/values/amounts.ts';

interface LogSearchProps {
  wanted: string | undefined;
  onChange: (wanted: string | undefined) => void;
  /** How many rows have it. */
  count: number;
  /** Which of these is looked at, from 1; undefined before the first. */
  at: number | undefined;
  onMove: (direction: 1 | -1) => void;
}

/** Looks for a text in the lines that are here. Enter leads to the next one, with Shift to the one before. */
export function LogSearch({ wanted, onChange, count, at, onMove }: LogSearchProps) {
  return (
    <Group
      gap="xs"
      role="search"
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        onMove(event.shiftKey ? -1 : 1);
      }}
    >
      <FilterText label="Search the log" value={wanted} onChange={onChange} />
      {wanted !== undefined && (
        <>
          <Text variant="hint" role="status" className="tabular">
            {count === 0
              ? 'Not found'
              : `${at === undefined ? '' : `${formatNumber(at)} of `}${counted(count, 'line', formatNumber(count))}`}
          </Text>
          <ActionIcon variant="default" aria-label="The line before" disabled={count === 0} onClick={() => onMove(-1)}>
            <IconArrowUp size={16} aria-hidden />
          </ActionIcon>
          <ActionIcon variant="default" aria-label="The next line" disabled={count === 0} onClick={() => onMove(1)}>
            <IconArrowDown size={16} aria-hidden />
          </ActionIcon>
        </>
      )}
    </Group>
  );
}
