import { Select, Text, Textarea } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useWholeList } from '../../api/use-api.tsx';
import { Failure } from '../../display/answers.tsx';
import { bindText } from '../../display/form.tsx';
import { formatCount, formatNumber } from '../../display/format.ts';
import { readLabelChanges } from '../labels/label-text.ts';
import { actionWords } from '../node/lifecycle-actions.ts';
import { type BulkAct, verbOf, versionChoices } from './bulk.ts';
import { BulkDialog, type BulkProps, previewAfterMs } from './bulk-dialog.tsx';
import { BulkMute } from './bulk-mute.tsx';
import { BulkSettings } from './bulk-settings.tsx';
import { OfferedVersionsDocument } from './operations.generated.ts';

export function BulkAction({ act, ...props }: BulkProps & { act: BulkAct }) {
  if (act === 'version') return <BulkVersion {...props} />;
  if (act === 'settings') return <BulkSettings {...props} />;
  if (act === 'mute') return <BulkMute {...props} />;
  return act === 'label' ? <BulkLabel {...props} /> : <BulkDeed {...props} act={act} />;
}

const deletion =
  'shuts down cleanly, and its container is removed. The chain data stays on the host. This cannot be undone.';

function BulkDeed({
  act,
  nodes,
  onClose,
}: BulkProps & { act: Exclude<BulkAct, 'version' | 'settings' | 'label' | 'mute'> }) {
  const verb = verbOf(act);
  return (
    <BulkDialog
      title={`${verb} ${formatCount(nodes.length, 'node')}`}
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
  return (
    <BulkDialog
      title={`Change version of ${formatCount(nodes.length, 'node')}`}
      verb={version === null ? 'Change version' : `Change to ${version}`}
      act="version"
      data={version === null ? null : { clientVersion: version }}
      {...{ nodes, onClose }}
    >
      <Select
        label="New version"
        placeholder="Select a version"
        allowDeselect
        data={choices.map(({ version: value, count }) => ({
          value,
          label: `${value}, for ${formatNumber(count)} of ${formatNumber(nodes.length)}`,
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

function BulkLabel({ nodes, onClose }: BulkProps) {
  const [text, setText] = useState('');
  const [settled] = useDebouncedValue(text, previewAfterMs);
  const { fault, ...labels } = readLabelChanges(text);
  const isReady = text === settled && fault === undefined && labels.set.length + labels.unset.length > 0;
  return (
    <BulkDialog
      title={`Label ${formatCount(nodes.length, 'node')}`}
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
