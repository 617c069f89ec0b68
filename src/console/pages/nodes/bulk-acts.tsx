import { Select, Text } from '@mantine/core';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { NodeLifecycleAction } from '../../../contract/types.generated.ts';
import { useWholeList } from '../../api/lists.ts';
import { keyOf, useApi } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers.tsx';
import { ChangeNodeDocument, PreviewNodeChangeDocument } from '../node/danger/operations.generated.ts';
import { NodeLifecycleDocument } from '../node/operations.generated.ts';
import {
  beforeBulk,
  beforeVersion,
  bulkTitle,
  bulkWords,
  type Judgements,
  lowered,
  type NodeRow,
  type Offers,
  versionChoices,
} from './bulk.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { OfferedVersionsDocument } from './operations.generated.ts';

interface BulkLifecycleProps {
  act: NodeLifecycleAction;
  nodes: readonly NodeRow[];
  onClose: () => void;
}

export function BulkLifecycle({ act, nodes, onClose }: BulkLifecycleProps) {
  const api = useApi();
  const { verb, consequence } = bulkWords[act];
  const ask = async (id: string) =>
    (await api.mutate(NodeLifecycleDocument, { id, action: act })).requestNodeLifecycleAction.waitsFor ?? null;
  return (
    <BulkDialog
      title={bulkTitle(verb, nodes.length)}
      {...{ verb, ask, onClose }}
      isDanger={act === 'stop'}
      before={beforeBulk(nodes, act)}
    >
      <Text fz="sm">{consequence}</Text>
    </BulkDialog>
  );
}

export function BulkVersion({ nodes, onClose }: { nodes: readonly NodeRow[]; onClose: () => void }) {
  const api = useApi();
  const [version, setVersion] = useState<string | null>(null);
  const { offers = new Map(), error } = useOffers([...new Set(nodes.map(({ executor }) => executor.id))]);
  const toJudge = version === null ? [] : lowered(nodes, version, offers);
  const judged = useJudgements(
    toJudge.map(({ id }) => id),
    version,
  );
  const isReady = version !== null && judged.data !== undefined;
  const ask = async (id: string) =>
    (await api.mutate(ChangeNodeDocument, { id, data: { clientVersion: version } })).updateNode.waitsFor ?? null;
  return (
    <BulkDialog
      title={bulkTitle('Change version of', nodes.length)}
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
      {(error ?? judged.error) !== null && <Failure error={error ?? judged.error} />}
    </BulkDialog>
  );
}

const atOnce = 4;

/** Fetches the versions that hosts support; undefined while loading. */
function useOffers(executorIds: readonly string[]): { offers: Offers | undefined; error: Error | null } {
  const { data, error } = useWholeList(
    OfferedVersionsDocument,
    { ids: [...executorIds] },
    { rowsOf: ({ executors }) => executors, shows: ['executor'] },
  );
  const offers = data && new Map(data.map(({ id, capabilities }) => [id, capabilities.clients]));
  return { offers, error };
}

/** Previews the version change of each node; collects errors. */
function useJudgements(ids: readonly string[], version: string | null): UseQueryResult<Judgements> {
  const api = useApi();
  return useQuery({
    queryKey: [...keyOf(PreviewNodeChangeDocument, { ids, version })],
    enabled: version !== null,
    queryFn: async ({ signal }) => {
      const found = new Map<string, string | null>();
      const left = [...ids];
      const worker = async () => {
        for (let id = left.shift(); id !== undefined; id = left.shift()) {
          const data = { clientVersion: version };
          const { previewNodeUpdate } = await api.query(PreviewNodeChangeDocument, { id, data }, signal);
          const issues = previewNodeUpdate?.issues.map(({ message }) => message) ?? ['Node not found.'];
          found.set(id, issues.length === 0 ? null : issues.join('; '));
        }
      };
      await Promise.all(Array.from({ length: atOnce }, worker));
      return found;
    },
  });
}
