import { ActionIcon, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconDownload } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { counted } from '../../../../text/counted.ts';
import { Failure } from '../../../display/answers.tsx';
import { saveFile } from '../../../display/code-block.tsx';
import { SidePanel } from '../../../display/dialogs.tsx';
import { ActionButton, bindChecked } from '../../../display/form.tsx';
import { formatNumber } from '../../../display/format.ts';
import { FilterText, useAddressChange } from '../../../display/lists/filters.tsx';
import { tails } from '../../addresses.ts';
import { HostSilent } from '../host-silent.tsx';
import type { TabProps } from '../shown-node.ts';
import { asFile, finderOf, type LogRow, nextFound, rowsWith } from './log-lines.ts';
import { LogRows } from './log-rows.tsx';
import { useLog } from './use-log.ts';

const route = getRouteApi('/shell/nodes/$nodeId');

export function LogsTab({ node }: TabProps) {
  const { tail = tails[0], find } = route.useSearch();
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [follows, setFollows] = useState(true);
  const [wraps, setWraps] = useState(isNarrow);
  const [opened, setOpened] = useState<LogRow>();
  const [reached, setReached] = useState<number>();
  const { rows, gone, error, isSilent, retry } = useLog(node.id, { tail, follows });
  const finder = useMemo(() => finderOf(find ?? ''), [find]);
  const searched = useDeferredValue(rows);
  const found = useMemo(() => rowsWith(searched, finder), [searched, finder]);
  // Row numbers are stable when older rows are discarded.
  const first = rows[0]?.number ?? 0;
  const current = reached === undefined || reached < first ? undefined : reached - first;
  const change = useAddressChange();
  const move = (direction: 1 | -1) => {
    const next = nextFound(found, current, direction);
    if (next >= 0) setReached(first + next);
  };
  return (
    <Stack gap="sm">
      <Group gap="sm" justify="space-between">
        <LogSearch
          query={find}
          onChange={(text) => {
            setReached(undefined);
            change({ find: text });
          }}
          count={found.length}
          at={found.indexOf(current ?? -1) + 1}
          onMove={move}
        />
        <Group gap="md">
          <Select
            aria-label="Initial lines"
            w={170}
            data={tails.map((each) => ({ value: String(each), label: `Last ${each} lines` }))}
            value={String(tail)}
            onChange={(value) => change({ tail: Number(value) })}
          />
          <Switch label="Follow" {...bindChecked(follows, setFollows)} />
          <Switch label="Wrap lines" {...bindChecked(wraps, setWraps)} />
          <ActionButton
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={rows.length === 0}
            onClick={() => saveFile(`${node.name}.log`, asFile(rows))}
          >
            Download
          </ActionButton>
        </Group>
      </Group>
      {error !== null && <Failure error={error} retry={retry} />}
      {isSilent && error === null && <HostSilent {...{ retry }} host={node.executor.name} text={silentText} />}
      {rows.length === 0 && error === null && !isSilent && (
        <Text variant="hint" role="status">
          {follows ? 'Loading log…' : 'Log paused. Turn on Follow to load it.'}
        </Text>
      )}
      {rows.length > 0 && <LogRows {...{ rows, gone, finder, current, wraps }} onOpen={setOpened} />}
      <SidePanel title={() => 'Full line'} of={opened} onClose={() => setOpened(undefined)}>
        {({ text }) => (
          <Text component="div" fz="xs" ff="monospace" className="foreign">
            {text}
          </Text>
        )}
      </SidePanel>
    </Stack>
  );
}

const silentText = 'The log loads as soon as the host is reachable.';

interface LogSearchProps {
  query: string | undefined;
  onChange: (query: string | undefined) => void;
  count: number;
  /** The current match, from 1; 0 before the first. */
  at: number;
  onMove: (direction: 1 | -1) => void;
}

/** Searches the loaded lines. Enter moves to the next match, Shift+Enter to the previous one. */
const LogSearch = ({ query, onChange, count, at, onMove }: LogSearchProps) => (
  <Group
    gap="xs"
    role="search"
    onKeyDown={(event) => {
      if (event.key !== 'Enter' || !(event.target instanceof HTMLInputElement)) return;
      event.preventDefault();
      onMove(event.shiftKey ? -1 : 1);
    }}
  >
    <FilterText label="Search the log" value={query} onChange={onChange} />
    {query !== undefined && (
      <>
        <Text variant="hint" role="status">
          {count === 0
            ? 'No matches'
            : `${at === 0 ? '' : `${formatNumber(at)} of `}${counted(count, 'line', formatNumber(count))}`}
        </Text>
        <ActionIcon variant="default" aria-label="Previous match" disabled={count === 0} onClick={() => onMove(-1)}>
          <IconArrowUp size={16} aria-hidden />
        </ActionIcon>
        <ActionIcon variant="default" aria-label="Next match" disabled={count === 0} onClick={() => onMove(1)}>
          <IconArrowDown size={16} aria-hidden />
        </ActionIcon>
      </>
    )}
  </Group>
);
