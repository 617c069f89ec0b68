import { Select, Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import pLimit from 'p-limit';
import { useState } from 'react';
import type { NodeLifecycleAction } from '../../../contract/types.generated.ts';
import { counted } from '../../../text/counted.ts';
import { useWholeList } from '../../api/lists.ts';
import { keyOf, useApi } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers.tsx';
import { ChangeNodeDocument, PreviewNodeChangeDocument } from '../node/danger/operations.generated.ts';
import { actionWords } from '../node/lifecycle-actions.ts';
import { NodeLifecycleDocument } from '../node/operations.generated.ts';
import {
  type BulkAct,
  beforeBulk,
  beforeVersion,
  type Judgements,
  lowered,
  type NodeRow,
  versionChoices,
} from './bulk.ts';
import { atOnce, BulkDialog } from './bulk-dialog.tsx';
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
  const { data, error } = useWholeList(
    OfferedVersionsDocument,
    { ids: [...new Set(nodes.map(({ executor }) => executor.id))] },
    { rowsOf: ({ executors }) => executors, shows: ['executor'] },
  );
  const offers = new Map((data ?? []).map(({ id, capabilities }) => [id, capabilities.clients]));
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
        data={versionChoices(nodes, offers).map((each) => ({
          value: each.version,
          label: `${each.version} (for ${each.count} of ${nodes.length})`,
        }))}
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
