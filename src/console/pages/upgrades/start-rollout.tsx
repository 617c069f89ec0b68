import { Alert, Anchor, Button, Checkbox, Group, NumberInput, Select, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { StartUpgradeRolloutDocument, UpgradeRolloutPreviewDocument } from '../../../client/operations.generated.ts';
import { maxRolloutGroupSize } from '../../../contract/limits.ts';
import type { UpgradeRolloutStartInput } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import { useWholeList } from '../../api/lists.ts';
import { useApiMutation, useApiQuery } from '../../api/use-api.tsx';
import { ActionButton, MutationButton } from '../../display/action-button.tsx';
import { Failure, QueryView } from '../../display/answers.tsx';
import { Dialog } from '../../display/dialogs.tsx';
import { Rows } from '../../display/lists/rows.tsx';
import { ForeignText, Reason } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { FirstLines } from './first-lines.tsx';
import { UpgradeableExecutorsDocument } from './operations.generated.ts';
import { useOfferedReleases } from './upgrade-panel.tsx';
import { type OfferedRelease, obstacle, type Upgradeable } from './upgrade-state.ts';

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
        <ActionButton disabled={chosen.length === 0} onClick={() => setAsked(true)}>
          {chosen.length === 0
            ? 'No executor is chosen'
            : `Upgrade ${chosen.length} of ${executors.length}, in ${counted(groups, 'group')}`}
        </ActionButton>
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

interface Candidate {
  executor: Upgradeable;
  /** Why it cannot be upgraded; null where it can. */
  why: string | null;
}

interface CandidateRowsProps {
  candidates: readonly Candidate[];
  /** Those that could be upgraded, and are left out. */
  left: ReadonlySet<string>;
  onChange: (left: ReadonlySet<string>) => void;
}

function CandidateRows({ candidates, left, onChange }: CandidateRowsProps) {
  const toggle = (id: string) => {
    const others = new Set(left);
    if (!others.delete(id)) others.add(id);
    onChange(others);
  };
  return (
    <Rows
      label="Executors to choose from"
      rows={candidates}
      keyOf={({ executor }) => executor.id}
      rowHeight={44}
      maxHeight="max(240px, calc(100dvh - 420px))"
      empty="There is no executor yet."
      columns={[
        {
          id: 'chosen',
          label: 'Chosen',
          hidesLabel: true,
          width: '24px',
          cell: ({ executor, why }) => (
            <Checkbox
              aria-label={`Upgrade ${executor.name}`}
              checked={why === null && !left.has(executor.id)}
              disabled={why !== null}
              onChange={() => toggle(executor.id)}
            />
          ),
        },
        {
          id: 'name',
          label: 'Executor',
          cell: ({ executor }) => <ForeignText>{executor.name}</ForeignText>,
        },
        { id: 'version', label: 'Version', width: '80px', cell: ({ executor }) => executor.version },
        {
          id: 'why',
          label: 'What stands against it',
          width: 3,
          isForWide: true,
          cell: ({ why }) => <Reason>{why}</Reason>,
        },
      ]}
    />
  );
}

interface StartRolloutProps {
  data: UpgradeRolloutStartInput & { groupSize: number };
  /** Of the executors that were not to be chosen, what stands against each. */
  behind: readonly string[];
  onClose: () => void;
}

/** Says before a rollout begins whom it asks and who stands in its way, and begins it without those. */
function StartRollout({ data, behind, onClose }: StartRolloutProps) {
  const query = useApiQuery(UpgradeRolloutPreviewDocument, { data }, { shows: ['executor'], everySeconds: 15 });
  return (
    <Dialog title={`Upgrade agents to ${data.targetVersion}?`} isOpen onClose={onClose}>
      <QueryView query={query} height={120}>
        {({ upgradeRolloutPreview: preview }) => (
          <Preview {...{ data, behind, onClose }} members={preview?.members ?? []} />
        )}
      </QueryView>
    </Dialog>
  );
}

interface PreviewProps extends StartRolloutProps {
  members: readonly { executorId: string; executorName: string; obstacle?: string | null }[];
}

function Preview({ data, behind, onClose, members }: PreviewProps) {
  const navigate = useNavigate();
  const start = useApiMutation(StartUpgradeRolloutDocument, {
    failure: 'none',
    done: 'The rollout has started.',
    onDone: ({ startUpgradeRollout: { id } }) =>
      void navigate({ to: '/executors/upgrade/$rolloutId', params: { rolloutId: id } }),
  });
  const obstacles = members.flatMap(({ obstacle }) => obstacle ?? []);
  const executorIds = members.flatMap(({ executorId, obstacle }) => (obstacle == null ? [executorId] : []));
  const groups = Math.ceil(executorIds.length / data.groupSize);
  return (
    <Stack>
      {executorIds.length > 0 && (
        <Text fz="sm">
          {counted(executorIds.length, 'executor')} in {counted(groups, 'group')}, one group after the other; it stops
          at the first failure. Their nodes keep running.
        </Text>
      )}
      {obstacles.length > 0 && (
        <Alert color="orange" variant="light" title="In its way, and left out" role="alert">
          <FirstLines lines={obstacles} />
        </Alert>
      )}
      {behind.length > 0 && (
        <div>
          <Text fz="sm" fw={500}>
            Not chosen, because it cannot be
          </Text>
          <FirstLines lines={behind} />
        </div>
      )}
      {start.error !== null && <Failure error={start.error} />}
      <Group justify="end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <MutationButton
          disabled={executorIds.length === 0}
          mutation={start}
          variables={{ data: { ...data, executorIds } }}
        >
          Start
        </MutationButton>
      </Group>
    </Stack>
  );
}
