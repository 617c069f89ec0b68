import { Checkbox, Select, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import {
  MaintenanceSchedulesDocument,
  PreviewNodesChangeDocument,
  type PreviewNodesChangeQuery,
} from '../../../client/operations.generated.ts';
import type { NodesChangeInput } from '../../../contract/types.generated.ts';
import { useApiQuery, useFormMutation } from '../../api/use-api.tsx';
import { Dialog } from '../../display/dialogs.tsx';
import { Form, FormEnd, FormResult } from '../../display/form.tsx';
import { formatCount, formatNumber } from '../../display/format.ts';
import type { Column } from '../../display/lists/column.ts';
import { Rows } from '../../display/lists/rows.tsx';
import { ForeignText, PageLink, TextLink, Tone } from '../../display/text.tsx';
import {
  type BulkAct,
  type BulkResult,
  type NodeRow,
  type Pace,
  paceChoices,
  paceVariables,
  plannedResults,
  requestedResults,
  windowTexts,
} from './bulk.ts';
import { ChangeChosenNodesDocument, type ChangeChosenNodesMutation } from './operations.generated.ts';

/** What is typed is previewed once it rests for so long. */
export const previewAfterMs = 400;

export interface BulkProps {
  nodes: readonly NodeRow[];
  onClose: () => void;
}

interface BulkDialogProps extends BulkProps {
  title: string;
  verb: string;
  act: BulkAct;
  /** The requested change; null until it is chosen. */
  data: NodesChangeInput | null;
  isDanger?: boolean;
  /** The consequences and options; hidden once started. */
  children: ReactNode;
}

/** Confirms a change of many nodes with its preview, requests it in one call, and shows the result for each node. */
export function BulkDialog({ title, verb, act, data, nodes, isDanger, onClose, children }: BulkDialogProps) {
  const request = useFormMutation(ChangeChosenNodesDocument);
  const where = { id: { in: nodes.map(({ id }) => id) } };
  const enabled = data !== null && !request.isPending && !request.isSuccess;
  // Fetched again only for another change: the list must not move below the pointer.
  const preview = useApiQuery(
    PreviewNodesChangeDocument,
    { data: data ?? { clientVersion: '' }, where },
    { shows: [], enabled },
  );
  const isChecking = enabled && preview.isFetching;
  const found = isChecking ? null : (preview.data?.previewNodesChange ?? null);
  const planned = data === null || found === null ? [] : plannedResults(nodes, act, found.results);
  return (
    // Cannot be closed while it runs: the results would be lost.
    <Dialog title={title} isOpen onClose={request.isPending ? () => {} : onClose}>
      {request.isSuccess ? (
        <Results planned={planned} answer={request.data.changeNodes} />
      ) : (
        <Confirmation
          mutation={{ error: request.error ?? preview.error, isPending: request.isPending }}
          {...{ verb, isDanger, planned, preview: found }}
          onSubmit={(pace) => {
            const ids = pendingOf(planned);
            if (data === null) return;
            request.mutate({ data, where: { id: { in: ids } }, expectedCount: ids.length, ...pace });
          }}
        >
          {children}
          {isChecking && (
            <Text variant="hint" role="status">
              Checking {formatCount(nodes.length, 'node')}…
            </Text>
          )}
        </Confirmation>
      )}
    </Dialog>
  );
}

const pendingOf = (planned: readonly BulkResult[]): string[] =>
  planned.flatMap(({ id, outcome }) => (outcome === 'pending' ? id : []));

interface ConfirmationProps {
  mutation: { error: Error | null; isPending: boolean };
  verb: string;
  isDanger: boolean | undefined;
  planned: readonly BulkResult[];
  preview: PreviewNodesChangeQuery['previewNodesChange'] | null;
  onSubmit: (pace: ReturnType<typeof paceVariables>) => void;
  children: ReactNode;
}

/** The planned changes, and how many running nodes may be down at once. */
function Confirmation({ mutation, verb, isDanger, planned, preview, onSubmit, children }: ConfirmationProps) {
  const [pace, setPace] = useState<Pace>('one');
  const [outsideWindows, setOutsideWindows] = useState(false);
  const restarts = preview?.restarts ?? 0;
  return (
    <Form mutation={mutation} onSubmit={() => onSubmit(paceVariables(pace, outsideWindows))}>
      {children}
      {restarts > 1 && (
        <>
          <Select
            label={`Restart ${formatCount(restarts, 'running node')}`}
            description="The next node follows once the previous one answers and is no further behind than before. The first failure stops the rest."
            allowDeselect={false}
            data={paceChoices(restarts)}
            value={pace}
            onChange={(chosen) => setPace(chosen ?? 'one')}
          />
          <Windows isAtOnce={pace === 'all'} {...{ outsideWindows, setOutsideWindows }} />
        </>
      )}
      <ResultRows results={planned} />
      <FormEnd act={verb} isDanger={isDanger} disabled={pendingOf(planned).length === 0} />
    </Form>
  );
}

interface WindowsProps {
  /** Changes that start no rollout keep to no window. */
  isAtOnce: boolean;
  outsideWindows: boolean;
  setOutsideWindows(value: boolean): void;
}

/** Shows when the nodes restart; nothing without maintenance windows. */
function Windows({ isAtOnce, outsideWindows, setOutsideWindows }: WindowsProps) {
  const { data } = useApiQuery(MaintenanceSchedulesDocument, {}, { shows: ['organization'] });
  const schedules = data?.maintenanceSchedules ?? [];
  if (schedules.length === 0) return null;
  if (isAtOnce) return <Text fz="sm">The nodes restart now, outside of their maintenance windows too.</Text>;
  return (
    <>
      <Text fz="sm">
        Each node waits for its <TextLink to="/maintenance">maintenance window</TextLink>.{' '}
        <ForeignText>{windowTexts(schedules).join('. ')}</ForeignText>.
      </Text>
      <Checkbox
        label="Restart outside of maintenance windows"
        description="Running nodes restart at any hour."
        checked={outsideWindows}
        onChange={(event) => setOutsideWindows(event.currentTarget.checked)}
      />
    </>
  );
}

interface ResultsProps {
  planned: readonly BulkResult[];
  answer: NonNullable<ChangeChosenNodesMutation['changeNodes']>;
}

function Results({ planned, answer: { results: changed, rollout } }: ResultsProps) {
  const results = requestedResults(planned, changed);
  const count = (outcome: BulkResult['outcome']) =>
    formatNumber(results.filter((result) => result.outcome === outcome).length);
  return (
    <FormResult>
      <Text fz="sm" role="status">
        {`${count('requested')} requested, ${count('failed')} failed, ${count('skipped')} skipped.`}
      </Text>
      {rollout !== null && (
        <Text fz="sm">
          The nodes change in turn, and the rollout stops at the first failure.{' '}
          <PageLink to={`/rollouts/${rollout.id}`}>View rollout</PageLink>
        </Text>
      )}
      <ResultRows results={results} />
    </FormResult>
  );
}

const ResultRows = ({ results }: { results: readonly BulkResult[] }) => (
  <Rows label="Results" rows={results} rowHeight={44} maxHeight="40dvh" empty={null} columns={columns} />
);

const tones = { pending: 'idle', requested: 'good', skipped: 'idle', failed: 'bad' } as const;

const columns: readonly Column<BulkResult>[] = [
  { id: 'name', label: 'Node', leads: true, cell: ({ name }) => <ForeignText>{name}</ForeignText> },
  {
    id: 'outcome',
    label: 'Result',
    width: 2,
    cell: ({ outcome, reason }) => (
      <span className="two-lines" title={reason ?? undefined}>
        <Tone tone={tones[outcome]}>{outcome}</Tone> <ForeignText>{reason ?? ''}</ForeignText>
      </span>
    ),
  },
];
