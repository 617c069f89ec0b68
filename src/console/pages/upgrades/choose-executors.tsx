import { Anchor, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { maxRolloutGroupSize } from '../../../contract/limits.ts';
import { counted } from '../../../text/counted.ts';
import { useWholeList } from '../../api/use-whole-list.ts';
import { QueryView } from '../../display/answers/query-view.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { useRights } from '../../session/viewer.ts';
import { CandidateRows } from './candidate-rows.tsx';
import { FirstLines } from './first-lines.tsx';
import { obstacle } from './obstacle.ts';
import { UpgradeableExecutorsDocument } from './operations.generated.ts';
import type { OfferedRelease, Upgradeable } from './shown-upgrade.ts';
import { StartRollout } from './start-rollout.tsx';
import { useOfferedReleases } from './use-offered-releases.ts';

/** Which version, which executors, and how many at a time. */
export function ChooseExecutors() {
  const releases = useOfferedReleases();
  const query = useWholeList(
    UpgradeableExecutorsDocument,
    {},
    { rowsOf: (data) => data.executors, shows: ['executor'], everySeconds: 30 },
  );
  return (
    <QueryView query={query} alongside={[releases]} height={320}>
      {(executors) =>
        releases.data === undefined || releases.data.length === 0 ? (
          <NoRelease />
        ) : (
          <Choose executors={executors} releases={releases.data} />
        )
      }
    </QueryView>
  );
}

function NoRelease() {
  const { isSystemAdmin } = useRights();
  return (
    <Text>
      There is no release yet.{' '}
      {isSystemAdmin ? (
        <Anchor component={Link} to="/releases/new" underline="always" inherit>
          Publish one
        </Anchor>
      ) : (
        'A system administrator publishes one.'
      )}
    </Text>
  );
}

interface ChooseProps {
  executors: readonly Upgradeable[];
  releases: readonly OfferedRelease[];
}

function Choose({ executors, releases }: ChooseProps) {
  const [picked, setPicked] = useState<string | null>(null);
  const [groupSize, setGroupSize] = useState(1);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isAsked, setAsked] = useState(false);
  const release = releases.find(({ version }) => version === picked) ?? releases[0];
  if (release === undefined) return null;
  const candidates = executors.map((executor) => ({ executor, why: obstacle(executor, release) }));
  const chosen = candidates.filter(({ executor, why }) => why === null && !left.has(executor.id));
  // Those that have the version are not behind.
  const behind = candidates.flatMap(({ executor: { version }, why }) =>
    why === null || version === release.version ? [] : [why],
  );
  const groups = Math.ceil(chosen.length / groupSize);
  const executorIds = chosen.map(({ executor }) => executor.id);
  return (
    <Stack>
      <Group align="end">
        <Group align="end" gap={8}>
          <Select
            label="Version"
            data={releases.map(({ version, channel }) => ({ value: version, label: `${version} (${channel})` }))}
            value={release.version}
            onChange={setPicked}
            allowDeselect={false}
            w={210}
          />
          <Anchor component={Link} to="/releases" search={{ version: release.version } as never} fz="sm" pb={8}>
            What is new in it
          </Anchor>
        </Group>
        <NumberInput
          label="Executors in a group"
          value={groupSize}
          onChange={(size) => setGroupSize(Math.min(maxRolloutGroupSize, Math.max(1, Number(size) || 1)))}
          min={1}
          max={maxRolloutGroupSize}
          allowDecimal={false}
          w={190}
        />
      </Group>
      <CandidateRows candidates={candidates} left={left} onChange={setLeft} />
      {behind.length > 0 && (
        // A wide window has a column for it.
        <Stack gap={4} hiddenFrom="md">
          <Text fz="sm" fw={500}>
            What stands against it
          </Text>
          <FirstLines lines={behind} />
        </Stack>
      )}
      <Group>
        <ActButton disabled={chosen.length === 0} onClick={() => setAsked(true)}>
          {chosen.length === 0
            ? 'No executor is chosen'
            : `Upgrade ${chosen.length} of ${executors.length}, in ${counted(groups, 'group')}`}
        </ActButton>
      </Group>
      <Text variant="hint">The control plane asks one group after the other, also while nobody looks.</Text>
      {isAsked && (
        <StartRollout
          data={{ executorIds, targetVersion: release.version, groupSize }}
          behind={behind}
          onClose={() => setAsked(false)}
        />
      )}
    </Stack>
  );
}
