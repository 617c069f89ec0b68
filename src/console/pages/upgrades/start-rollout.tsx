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
      No releases yet.{' '}
      {isSystemAdmin ? (
        <Anchor component={Link} to="/releases/new" underline="always" inherit>
          Publish a release
        </Anchor>
      ) : (
        'Ask a system administrator to publish one.'
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
  // Hosts that already run the version are not behind.
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
            Release notes
          </Anchor>
        </Group>
        <NumberInput
          label="Hosts per group"
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
        // Wide windows show a column instead.
        <Stack gap={4} hiddenFrom="md">
          <Text fz="sm" fw={500}>
            Not eligible
          </Text>
          <FirstLines lines={behind} />
        </Stack>
      )}
      <Group>
        <ActionButton disabled={chosen.length === 0} onClick={() => setAsked(true)}>
          {chosen.length === 0
            ? 'No hosts selected'
            : `Upgrade ${chosen.length} of ${executors.length} hosts in ${counted(groups, 'group')}`}
        </ActionButton>
      </Group>
      <Text variant="hint">The rollout runs in the background, one group at a time.</Text>
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
  /** Why the host cannot be upgraded; null if it can. */
  why: string | null;
}

interface CandidateRowsProps {
  candidates: readonly Candidate[];
  /** Eligible hosts that are deselected. */
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
      label="Hosts to upgrade"
      rows={candidates}
      keyOf={({ executor }) => executor.id}
      rowHeight={44}
      maxHeight="max(240px, calc(100dvh - 420px))"
      empty="No hosts yet."
      columns={[
        {
          id: 'chosen',
          label: 'Selected',
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
          label: 'Host',
          cell: ({ executor }) => <ForeignText>{executor.name}</ForeignText>,
        },
        { id: 'version', label: 'Version', width: '80px', cell: ({ executor }) => executor.version },
        {
          id: 'why',
          label: 'Obstacle',
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
  /** The obstacles of hosts that are not eligible. */
  behind: readonly string[];
  onClose: () => void;
}

/** Previews a rollout with the hosts that it would skip, and starts it. */
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
    done: 'Rollout started.',
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
          {counted(executorIds.length, 'host')} in {counted(groups, 'group')}, one group at a time. The rollout stops at
          the first failure. Nodes keep running.
        </Text>
      )}
      {obstacles.length > 0 && (
        <Alert color="orange" variant="light" title="Skipped" role="alert">
          <FirstLines lines={obstacles} />
        </Alert>
      )}
      {behind.length > 0 && (
        <div>
          <Text fz="sm" fw={500}>
            Not eligible
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
          Start rollout
        </MutationButton>
      </Group>
    </Stack>
  );
}
