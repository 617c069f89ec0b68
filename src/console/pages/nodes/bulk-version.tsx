import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import { useApi } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers/failure.tsx';
import { ChangeNodeDocument } from '../node/danger/operations.generated.ts';
import { bulkTitle } from './bulk.ts';
import { BulkDialog } from './bulk-dialog.tsx';
import { beforeVersion, lowered, versionChoices } from './bulk-versions.ts';
import type { NodeRow } from './shown-node-row.ts';
import { useJudgements, useOffers } from './use-versions.ts';

/** Changes the version of many nodes, to one that their executors offer. */
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
      title={bulkTitle('Change the version of', nodes.length)}
      verb={version === null ? 'Change' : `Change to ${version}`}
      before={isReady ? beforeVersion(nodes, version, { offers, judgements: judged.data }) : []}
      {...{ ask, onClose }}
    >
      <Select
        label="To version"
        placeholder="What their executors offer"
        data={versionChoices(nodes, offers).map((each) => ({
          value: each.version,
          label: `${each.version} (for ${each.count} of ${nodes.length})`,
        }))}
        value={version}
        onChange={setVersion}
        nothingFoundMessage="Their executors offer no other."
        data-autofocus
      />
      {version !== null && !isReady && judged.error === null && (
        <Text variant="hint" role="status">
          Asks whether the data of {toJudge.length} can be read by {version} …
        </Text>
      )}
      {isReady && (
        <Text fz="sm">
          Each stops gently and starts again with {version}. Who uses them is cut off meanwhile.
          {toJudge.length > 0 && ' To lower a version is asked for only where the data can be read then.'}
        </Text>
      )}
      {(error ?? judged.error) !== null && <Failure error={error ?? judged.error} />}
    </BulkDialog>
  );
}
