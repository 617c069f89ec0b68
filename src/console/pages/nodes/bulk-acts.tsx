import { Group, Progress, Select, Stack, Text } from '@mantine/core';
import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { type ReactNode, useState } from 'react';
import { withState } from '../../../contract/lifecycle-words.ts';
import type { NodeLifecycleAction } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import { keyOf, useApi, useWholeList } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers.tsx';
import { Dialog } from '../../display/dialogs.tsx';
import { explainError } from '../../display/explain-error.ts';
import { ActionButton } from '../../display/form.tsx';
import type { Column } from '../../display/lists/column.ts';
import { Rows } from '../../display/lists/rows.tsx';
import { ForeignText, Tone } from '../../display/text.tsx';
import { ChangeNodeDocument, PreviewNodeChangeDocument } from '../node/danger/operations.generated.ts';
import { actionWords } from '../node/lifecycle-actions.ts';
import { NodeLifecycleDocument } from '../node/operations.generated.ts';
import {
  type BulkAct,
  type BulkResult,
  beforeBulk,
  beforeVersion,
  type Judgements,
  lowered,
  type NodeRow,
  versionChoices,
} from './bulk.ts';
import { OfferedVersionsDocument } from './operations.generated.ts';

interface BulkProps<A> {
  act: A;
  nodes: readonly NodeRow[];
  onClose: () => void;
}

export const BulkAction = ({ act, ...props }: BulkProps<BulkAct>) =>
  act === 'version' ? <BulkVersion {...props} /> : <BulkLifecycle {...props} act={act} />;

function BulkLifecycle({ act, nodes, onClose }: BulkProps<NodeLifecycleAction>) {
  const api = useApi();
  const { verb, consequence } = actionWords[act];
  const ask = async (id: string) =>
    (await api.mutate(NodeLifecycleDocument, { id, action: act })).requestNodeLifecycleAction.waitsFor;
  return (
    <BulkDialog
      title={`${verb} ${counted(nodes.length, 'node')}`}
      {...{ verb, ask, onClose }}
      isDanger={act === 'stop'}
      before={beforeBulk(nodes, act)}
    >
      <Text fz="sm">Each node {consequence}</Text>
    </BulkDialog>
  );
}

function BulkVersion({ nodes, onClose }: Omit<BulkProps<'version'>, 'act'>) {
  const api = useApi();
  const [version, setVersion] = useState<string | null>(null);
  const ids = [...new Set(nodes.map(({ executor }) => executor.id))];
  const { data, error } = useWholeList(OfferedVersionsDocument, { ids }, { shows: ['executor'] });
  const offers = new Map((data ?? []).map(({ id, capabilities }) => [id, capabilities.clients]));
  const choices = versionChoices(nodes, offers);
  const toJudge = version === null ? [] : lowered(nodes, version, offers);
  const judged = useJudgements(toJudge, version);
  const failure = error ?? judged.error;
  const isReady = version !== null && judged.data !== undefined;
  const ask = async (id: string) =>
    (await api.mutate(ChangeNodeDocument, { id, data: { clientVersion: version } })).updateNode.waitsFor;
  return (
    <BulkDialog
      title={`Change version of ${counted(nodes.length, 'node')}`}
      verb={version === null ? 'Change version' : `Change to ${version}`}
      before={isReady ? beforeVersion(nodes, version, { offers, judgements: judged.data }) : []}
      {...{ ask, onClose }}
    >
      <Select
        label="New version"
        placeholder="Select a version"
        allowDeselect
        data={choices.map(({ version: value, lifecycle, count }) => ({
          value,
          label: `${withState(value, lifecycle)}, for ${count} of ${nodes.length}`,
        }))}
        description={choices.find((each) => each.version === version)?.lifecycle.summary}
        value={version}
        onChange={setVersion}
        nothingFoundMessage="No other versions"
        data-autofocus
      />
      {version !== null && !isReady && judged.error === null && (
        <Text variant="hint" role="status">
          Checking {toJudge.length} downgrades to {version}…
        </Text>
      )}
      {isReady && (
        <Text fz="sm">
          Each node shuts down cleanly and starts again with {version}. Clients lose their connection.
          {toJudge.length > 0 && ' Nodes whose data the older version cannot read are skipped.'}
        </Text>
      )}
      {failure !== null && <Failure error={failure} />}
    </BulkDialog>
  );
}

/** Previews the version change of each node; collects errors. */
function useJudgements(ids: readonly string[], version: string | null): UseQueryResult<Judgements> {
  const api = useApi();
  return useQuery({
    queryKey: [...keyOf(PreviewNodeChangeDocument, { ids, version })],
    enabled: version !== null,
    queryFn: async ({ signal }) => {
      const judge = async (id: string): Promise<[string, string | null]> => {
        const data = { clientVersion: version };
        const { previewNodeUpdate } = await api.query(PreviewNodeChangeDocument, { id, data }, signal);
        const issues = previewNodeUpdate?.issues.map(({ message }) => message) ?? ['Node not found.'];
        return [id, issues.length === 0 ? null : issues.join('; ')];
      };
      return new Map(await pLimit(atOnce).map(ids, judge));
    },
  });
}

interface BulkDialogProps {
  title: string;
  verb: string;
  isDanger?: boolean;
  /** The planned result of each node; the action runs on pending ones. */
  before: readonly BulkResult[];
  /** Requests the action for one node. Returns what it waits for; throws on failure. */
  ask: (id: string) => Promise<string | null>;
  onClose: () => void;
  /** The consequences and options; hidden once started. */
  children: ReactNode;
}

/** Number of nodes that are requested at once. */
const atOnce = 4;

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

/** Confirms an action on many nodes, runs it, and shows the result for each node. A failure does not stop the others. */
function BulkDialog({ title, verb, isDanger = false, before, ask, onClose, children }: BulkDialogProps) {
  const queries = useQueryClient();
  const [started, setStarted] = useState<readonly BulkResult[]>();
  const isStarted = started !== undefined;
  const results = started ?? before;
  const start = async () => {
    setStarted(before);
    const pending = before.filter(({ outcome }) => outcome === 'pending');
    await pLimit(atOnce).map(pending, async ({ id }) => {
      const result = await ask(id).then(
        (waitsFor) => ({ outcome: 'requested' as const, reason: waitsFor }),
        (error: unknown) => ({ outcome: 'failed' as const, reason: explainError(error).advice }),
      );
      setStarted((current = before) => current.map((each) => (each.id === id ? { ...each, ...result } : each)));
    });
    await queries.invalidateQueries();
  };
  const count = (outcome: BulkResult['outcome']) => results.filter((result) => result.outcome === outcome).length;
  const waiting = count('pending');
  const isRunning = isStarted && waiting > 0;
  // Cannot be closed while running: the results would be lost.
  const close = isRunning ? () => {} : onClose;
  return (
    <Dialog title={title} isOpen onClose={close}>
      <Stack>
        {isStarted ? (
          <>
            <Progress value={((results.length - waiting) / results.length) * 100} aria-label="Progress" />
            <Text fz="sm" role="status">
              {count('requested')} requested, {count('failed')} failed, {count('skipped')} skipped
              {waiting > 0 && `, ${waiting} pending`}.
            </Text>
          </>
        ) : (
          children
        )}
        <Rows
          label="Results"
          rows={results}
          keyOf={({ id }) => id}
          rowHeight={44}
          maxHeight="40dvh"
          empty={null}
          columns={columns}
        />
        <Group justify="end">
          <ActionButton variant="default" disabled={isRunning} onClick={close}>
            {isStarted ? 'Close' : 'Cancel'}
          </ActionButton>
          {(!isStarted || isRunning) && (
            <ActionButton
              variant={isDanger ? 'outline' : 'filled'}
              color={isDanger ? 'red' : undefined}
              loading={isStarted}
              disabled={waiting === 0}
              onClick={() => void start()}
            >
              {verb}
            </ActionButton>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
