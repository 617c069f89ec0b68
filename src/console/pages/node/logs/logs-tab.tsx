import { Button, Group, Select, Stack, Switch, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDownload } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { Failure } from '../../../display/answers/failure.tsx';
import { SidePanel } from '../../../display/dialogs/side-panel.tsx';
import { ActButton } from '../../../display/focus/act-button.tsx';
import { saveFile } from '../../../display/save-file.ts';
import { useAddressChange } from '../../../display/use-address-change.ts';
import { type NodeSearch, tails } from '../search.ts';
import type { TabProps } from '../shown-node.ts';
import { finderOf, nextFound, rowsWith } from './find-text.ts';
import { asFile, type LogRow } from './kept-lines.ts';
import { LogRows } from './log-rows.tsx';
import { LogSearch } from './log-search.tsx';
import { useLog } from './use-log.ts';

const route = getRouteApi('/shell/nodes/$nodeId');

/** What the daemon writes, as it writes it. */
export function LogsTab({ node }: TabProps) {
  const { tail = tails[0], find } = route.useSearch();
  const isNarrow = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [follows, setFollows] = useState(true);
  const [wraps, setWraps] = useState(isNarrow);
  const [opened, setOpened] = useState<LogRow | null>(null);
  const [reached, setReached] = useState<number>();
  const { rows, gone, error, retry } = useLog(node.id, { tail, follows });
  const finder = useMemo(() => finderOf(find ?? ''), [find]);
  const searched = useDeferredValue(rows);
  const found = useMemo(() => rowsWith(searched, finder), [searched, finder]);
  // A row keeps its number when older ones give way.
  const first = rows[0]?.number ?? 0;
  const present = reached === undefined || reached < first ? undefined : reached - first;
  const change = useAddressChange<NodeSearch>();
  const move = (direction: 1 | -1) => {
    const next = nextFound(found, present, direction);
    if (next >= 0) setReached(first + next);
  };
  const at = present === undefined ? -1 : found.indexOf(present);
  return (
    <Stack gap="sm">
      <Group gap="sm" justify="space-between">
        <LogSearch
          wanted={find}
          onChange={(text) => {
            setReached(undefined);
            change({ find: text });
          }}
          count={found.length}
          at={at < 0 ? undefined : at + 1}
          onMove={move}
        />
        <Group gap="md">
          <Select
            aria-label="Begin with"
            w={170}
            allowDeselect={false}
            data={tails.map((each) => ({ value: String(each), label: `the last ${each} lines` }))}
            value={String(tail)}
            onChange={(value) => change({ tail: Number(value) })}
          />
          <Switch
            label="Follow"
            checked={follows}
            onChange={({ currentTarget }) => setFollows(currentTarget.checked)}
          />
          <Switch
            label="Wrap lines"
            checked={wraps}
            onChange={({ currentTarget }) => setWraps(currentTarget.checked)}
          />
          <ActButton
            variant="default"
            leftSection={<IconDownload size={16} aria-hidden />}
            disabled={rows.length === 0}
            onClick={() => saveFile(`${node.name}.log`, asFile(rows))}
          >
            Download
          </ActButton>
        </Group>
      </Group>
      {error !== null && (
        <Failure error={error}>
          <Button mt="sm" size="xs" variant="default" onClick={retry} display="block">
            Try again
          </Button>
        </Failure>
      )}
      {rows.length === 0 && error === null && (
        <Text variant="hint" role="status">
          {follows ? 'The agent is asked for the log…' : 'Nothing is shown: switch on to follow the log.'}
        </Text>
      )}
      <LogRows {...{ rows, gone, finder, present, wraps }} onOpen={setOpened} />
      <SidePanel title="The whole line" isOpen={opened !== null} onClose={() => setOpened(null)}>
        <div className="log-text foreign">{opened?.text}</div>
      </SidePanel>
    </Stack>
  );
}
