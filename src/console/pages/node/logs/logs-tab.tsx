import { ActionIcon, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowDown, IconArrowUp, IconDownload } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { maxLogLines } from '../../../../contract/limits.ts';
import { Failure } from '../../../display/answers.tsx';
import { saveFile } from '../../../display/code-block.tsx';
import { SidePanel } from '../../../display/dialogs.tsx';
import { ActionButton, bindChecked } from '../../../display/form.tsx';
import { formatCount, formatNumber } from '../../../display/format.ts';
import { FilterText, useAddressChange } from '../../../display/lists/filters.tsx';
import { tails } from '../../addresses.ts';
import { RangeControl } from '../../time-range/range-control.tsx';
import { HostSilent } from '../host-silent.tsx';
import type { TabProps } from '../shown-node.ts';
import { asFile, finderOf, type LogRow, nextFound, rowsWith } from './log-lines.ts';
import { LogRows } from './log-rows.tsx';
import { useLog } from './use-log.ts';

const route = getRouteApi('/shell/nodes/$nodeId');

export function LogsTab({ node }: TabProps) {
  const { tail = tails[0], find, range, from, to } = route.useSearch();
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [follows, setFollows] = useState(true);
  const [wraps, setWraps] = useState(isNarrow);
  const [opened, setOpened] = useState<LogRow>();
  const log = useLog(node.id, { tail, follows, range, from, to });
  const { rows, gone, error, isSilent, retry } = log;
  const search = useLogSearch(rows, find);
  const { finder, current } = search;
  return (
    <Stack gap="sm">
      <RangeControl />
      <Group gap="sm" justify="space-between">
        <LogSearch query={find} {...search} />
        <Group gap="md">
          <LogExtent follows={follows} onFollow={setFollows} />
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
      {error === null && !isSilent && <LogNote count={rows.length} isRead={log.isRead} follows={follows} />}
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

/** The matches of a search, and the current one. */
function useLogSearch(rows: readonly LogRow[], find: string | undefined) {
  const change = useAddressChange();
  const [reached, setReached] = useState<number>();
  const finder = useMemo(() => finderOf(find ?? ''), [find]);
  const searched = useDeferredValue(rows);
  const found = useMemo(() => rowsWith(searched, finder), [searched, finder]);
  // Row numbers are stable when older rows are discarded.
  const first = rows[0]?.number ?? 0;
  const current = reached === undefined || reached < first ? undefined : reached - first;
  return {
    ...{ finder, current, count: found.length, at: found.indexOf(current ?? -1) + 1 },
    onChange: (text: string | undefined) => {
      setReached(undefined);
      change({ find: text });
    },
    onMove: (direction: 1 | -1) => {
      const next = nextFound(found, current, direction);
      if (next >= 0) setReached(first + next);
    },
  };
}

/** How much of the log is shown besides its time range, and whether new lines follow, for which a range must not have ended. */
function LogExtent({ follows, onFollow }: { follows: boolean; onFollow: (follows: boolean) => void }) {
  const { tail = tails[0], range, from, to } = route.useSearch();
  const change = useAddressChange();
  return (
    <>
      {(range ?? from ?? to) === undefined && (
        <Select
          aria-label="Initial lines"
          w={170}
          data={tails.map((each) => ({ value: String(each), label: `Last ${formatNumber(each)} lines` }))}
          value={String(tail)}
          onChange={(value) => change({ tail: Number(value) })}
        />
      )}
      {to === undefined && <Switch label="Follow" {...bindChecked(follows, onFollow)} />}
    </>
  );
}

interface LogNoteProps {
  count: number;
  isRead: boolean;
  follows: boolean;
}

/** Why no lines are shown, or not all of a time range. */
function LogNote({ count, isRead, follows }: LogNoteProps) {
  const { range, from, to } = route.useSearch();
  if (count === 0)
    return (
      <Text variant="hint" role="status">
        {isRead
          ? 'No lines in this time range. The log starts when the node’s container is created.'
          : follows || to !== undefined
            ? 'Loading log…'
            : 'Log paused. Turn on Follow to load it.'}
      </Text>
    );
  if ((range ?? from ?? to) === undefined || count < maxLogLines) return null;
  return (
    <Text variant="hint">
      The last {formatNumber(maxLogLines)} lines of this time range. Choose an earlier end to see the lines before.
    </Text>
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
          {count === 0 ? 'No matches' : `${at === 0 ? '' : `${formatNumber(at)} of `}${formatCount(count, 'line')}`}
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
