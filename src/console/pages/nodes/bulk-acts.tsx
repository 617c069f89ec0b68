import { Checkbox, Select, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { MaintenanceSchedulesDocument, PreviewNodesChangeDocument } from '../../../client/operations.generated.ts';
import type { NodesChangeInput } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import { useApiQuery, useFormMutation, useWholeList } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers.tsx';
import { Dialog } from '../../display/dialogs.tsx';
import { bindText, Form, FormEnd, FormResult } from '../../display/form.tsx';
import type { Column } from '../../display/lists/column.ts';
import { Rows } from '../../display/lists/rows.tsx';
import { ForeignText, PageLink, TextLink, Tone } from '../../display/text.tsx';
import { readLabelChanges } from '../labels/label-text.ts';
import { actionWords } from '../node/lifecycle-actions.ts';
import {
  type BulkAct,
  type BulkResult,
  type NodeRow,
  type Pace,
  paceChoices,
  paceVariables,
  plannedResults,
  requestedResults,
  verbOf,
  versionChoices,
  windowTexts,
} from './bulk.ts';
import { ChangeChosenNodesDocument, OfferedVersionsDocument } from './operations.generated.ts';

interface BulkProps {
  nodes: readonly NodeRow[];
  onClose: () => void;
}

export function BulkAction({ act, ...props }: BulkProps & { act: BulkAct }) {
  if (act === 'version') return <BulkVersion {...props} />;
  return act === 'label' ? <BulkLabel {...props} /> : <BulkDeed {...props} act={act} />;
}

const deletion =
  'shuts down cleanly, and its container is removed. The chain data stays on the host. This cannot be undone.';

function BulkDeed({ act, nodes, onClose }: BulkProps & { act: Exclude<BulkAct, 'version' | 'label'> }) {
  const verb = verbOf(act);
  return (
    <BulkDialog
      title={`${verb} ${counted(nodes.length, 'node')}`}
      {...{ act, verb, nodes, onClose }}
      data={{ action: act }}
      isDanger={act === 'stop' || act === 'delete'}
    >
      <Text fz="sm">Each node {act === 'delete' ? deletion : actionWords[act].consequence}</Text>
    </BulkDialog>
  );
}

function BulkVersion({ nodes, onClose }: BulkProps) {
  const [version, setVersion] = useState<string | null>(null);
  const ids = [...new Set(nodes.map(({ executor }) => executor.id))];
  const { data, error } = useWholeList(OfferedVersionsDocument, { ids }, { shows: ['executor'] });
  const choices = versionChoices(
    nodes,
    new Map((data ?? []).map(({ id, capabilities }) => [id, capabilities.clients])),
  );
  const versionOf = new Map(nodes.map(({ id, clientVersion }) => [id, clientVersion]));
  return (
    <BulkDialog
      title={`Change version of ${counted(nodes.length, 'node')}`}
      verb={version === null ? 'Change version' : `Change to ${version}`}
      act="version"
      data={version === null ? null : { clientVersion: version }}
      change={(id) => `${versionOf.get(id)} → ${version}`}
      {...{ nodes, onClose }}
    >
      <Select
        label="New version"
        placeholder="Select a version"
        allowDeselect
        data={choices.map(({ version: value, count }) => ({
          value,
          label: `${value}, for ${count} of ${nodes.length}`,
        }))}
        description={choices.find((each) => each.version === version)?.lifecycle.summary}
        value={version}
        onChange={setVersion}
        nothingFoundMessage="No other versions"
        data-autofocus
      />
      {version !== null && (
        <Text fz="sm">
          Each node shuts down cleanly and starts again with {version}. Clients lose their connection. Nodes whose data
          this version cannot read are skipped.
        </Text>
      )}
      {error !== null && <Failure error={error} />}
    </BulkDialog>
  );
}

const previewAfterMs = 400;

function BulkLabel({ nodes, onClose }: BulkProps) {
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text, previewAfterMs);
  const { fault, ...labels } = readLabelChanges(text);
  const isReady = text === settled && fault === undefined && labels.set.length + labels.unset.length > 0;
  return (
    <BulkDialog
      title={`Label ${counted(nodes.length, 'node')}`}
      verb={verbOf('label')}
      act="label"
      data={isReady ? { labels } : null}
      {...{ nodes, onClose }}
    >
      <Textarea
        label="Labels"
        description="One per line: team=payments sets a label, team- removes it. Other labels are unchanged."
        minRows={2}
        spellCheck={false}
        {...bindText(text, setText)}
        // A line is incomplete while it is typed.
        error={text === settled && fault}
        data-autofocus
      />
    </BulkDialog>
  );
}

interface BulkDialogProps extends BulkProps {
  title: string;
  verb: string;
  act: BulkAct;
  /** The requested change; null until it is chosen. */
  data: NodesChangeInput | null;
  /** Describes the planned change of a node. */
  change?: (id: string) => string;
  isDanger?: boolean;
  /** The consequences and options; hidden once started. */
  children: ReactNode;
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

/** Confirms a change of many nodes with its preview, requests it in one call, and shows the result for each node. */
function BulkDialog({ title, verb, act, data, change, nodes, isDanger, onClose, children }: BulkDialogProps) {
  const request = useFormMutation(ChangeChosenNodesDocument);
  const [pace, setPace] = useState<Pace>('one');
  const [outsideWindows, setOutsideWindows] = useState(false);
  const where = { id: { in: nodes.map(({ id }) => id) } };
  const enabled = data !== null && !request.isPending && !request.isSuccess;
  // Fetched again only for another change: the list must not move below the pointer.
  const preview = useApiQuery(
    PreviewNodesChangeDocument,
    { data: data ?? { clientVersion: '' }, where },
    { shows: [], enabled },
  );
  const isChecking = enabled && preview.isFetching;
  const previews = isChecking ? undefined : preview.data?.previewNodesChange?.results;
  const planned = data && previews ? plannedResults(nodes, act, previews, change) : [];
  const ids = planned.flatMap(({ id, outcome }) => (outcome === 'pending' ? id : []));
  const restarts = previews === undefined ? 0 : (preview.data?.previewNodesChange?.restarts ?? 0);
  const rollout = request.data?.changeNodes.rollout;
  const results = request.data ? requestedResults(planned, request.data.changeNodes.results) : planned;
  const count = (outcome: BulkResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const table = <Rows label="Results" rows={results} rowHeight={44} maxHeight="40dvh" empty={null} columns={columns} />;
  return (
    // Cannot be closed while it runs: the results would be lost.
    <Dialog title={title} isOpen onClose={request.isPending ? () => {} : onClose}>
      {request.isSuccess ? (
        <FormResult>
          <Text fz="sm" role="status">
            {`${count('requested')} requested, ${count('failed')} failed, ${count('skipped')} skipped.`}
          </Text>
          {rollout != null && (
            <Text fz="sm">
              The nodes change in turn, and the rollout stops at the first failure.{' '}
              <PageLink to={`/rollouts/${rollout.id}`}>View rollout</PageLink>
            </Text>
          )}
          {table}
        </FormResult>
      ) : (
        <Form
          mutation={{ error: request.error ?? preview.error, isPending: request.isPending }}
          onSubmit={() =>
            data &&
            request.mutate({
              data,
              where: { id: { in: ids } },
              expectedCount: ids.length,
              ...paceVariables(pace, outsideWindows),
            })
          }
        >
          {children}
          {isChecking && (
            <Text variant="hint" role="status">
              Checking {counted(nodes.length, 'node')}…
            </Text>
          )}
          {restarts > 1 && (
            <Select
              label={`Restart ${counted(restarts, 'running node')}`}
              description="The next node follows once the previous one answers and is no further behind than before. The first failure stops the rest."
              allowDeselect={false}
              data={paceChoices(restarts)}
              value={pace}
              onChange={(chosen) => setPace(chosen ?? 'one')}
            />
          )}
          {restarts > 1 && <Windows isAtOnce={pace === 'all'} {...{ outsideWindows, setOutsideWindows }} />}
          {table}
          <FormEnd act={verb} isDanger={isDanger} disabled={ids.length === 0} />
        </Form>
      )}
    </Dialog>
  );
}
