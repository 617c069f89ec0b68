import { Anchor, Button, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { QueryView } from '../display/query-view.tsx';
import { CandidateRows } from './candidate-rows.tsx';
import { obstacle } from './obstacle.ts';
import { groupsOf, planRollout, type RolloutPlan } from './rollout.ts';
import type { OfferedRelease, RolloutExecutor } from './shown-upgrade.ts';
import { useOfferedReleases } from './use-offered-releases.ts';

const maxGroup = 100;

interface ChooseProps {
  executors: readonly RolloutExecutor[];
  onPlan: (plan: RolloutPlan) => void;
}

/** Which version, which executors, and how many at a time. */
export function ChooseExecutors({ executors, onPlan }: ChooseProps) {
  const query = useOfferedReleases();
  return (
    <QueryView query={query} height={320}>
      {(releases) =>
        releases.length === 0 ? (
          <Text>There is no release yet. A system administrator publishes one.</Text>
        ) : (
          <Choose executors={executors} releases={releases} onPlan={onPlan} />
        )
      }
    </QueryView>
  );
}

function Choose({ executors, releases, onPlan }: ChooseProps & { releases: readonly OfferedRelease[] }) {
  const [picked, setPicked] = useState<string | null>(null);
  const [groupSize, setGroupSize] = useState(1);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const release = releases.find(({ version }) => version === picked) ?? releases[0];
  if (release === undefined) return null;
  const candidates = executors.map((executor) => ({ executor, why: obstacle(executor, release) }));
  const chosen = candidates.filter(({ executor, why }) => why === null && !left.has(executor.id));
  const groups = groupsOf(
    chosen.map(({ executor }) => executor.id),
    groupSize,
  ).length;
  const start = () =>
    onPlan(
      planRollout(
        chosen.map(({ executor }) => executor),
        { targetVersion: release.version, groupSize },
      ),
    );
  return (
    <Stack>
      <Group align="end">
        <Select
          label="Version"
          data={releases.map(({ version, channel }) => ({ value: version, label: `${version} (${channel})` }))}
          value={release.version}
          onChange={setPicked}
          allowDeselect={false}
          w={220}
        />
        <NumberInput
          label="Executors in a group"
          value={groupSize}
          onChange={(size) => setGroupSize(Math.min(maxGroup, Math.max(1, Number(size) || 1)))}
          min={1}
          max={maxGroup}
          allowDecimal={false}
          w={160}
        />
        <Anchor component={Link} to="/releases" search={{ version: release.version } as never} fz="sm" pb={8}>
          What is new in it
        </Anchor>
      </Group>
      <CandidateRows candidates={candidates} left={left} onChange={setLeft} />
      <Group>
        <Button disabled={chosen.length === 0} onClick={start}>
          {chosen.length === 0
            ? 'No executor is chosen'
            : `Upgrade ${chosen.length} of ${executors.length}, in ${groups} ${groups === 1 ? 'group' : 'groups'}`}
        </Button>
      </Group>
      <Text fz="sm" c="dimmed">
        The groups are asked from this page, for as long as it is open. If you close it, the present group goes on, and
        no further one is asked until you open it again in this browser and go on.
      </Text>
    </Stack>
  );
}
