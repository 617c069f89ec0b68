import { Alert, Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { NodeConfig } from '../../../../bitcoin/node-config.ts';
import { useFormMutation } from '../../../api/use-api.tsx';
import { Failure } from '../../../display/answers.tsx';
import { LeaveGuard } from '../../../display/dialogs.tsx';
import { Form, SubmitButton } from '../../../display/form.tsx';
import { TextList } from '../../../display/lists/list.tsx';
import { Panel } from '../../../display/page.tsx';
import { ForeignText, Time } from '../../../display/text.tsx';
import { ChangeNodeDocument, PreviewNodeChangeDocument } from '../danger/operations.generated.ts';
import { useNodeQuery } from '../shown-node.ts';
import { Consequences } from './consequences.tsx';
import {
  changeOf,
  configFaults,
  type Difference,
  type Draft,
  differences,
  isDirty,
  type KeptDraft,
  platformReason,
  rebase,
  startFrom,
} from './draft.ts';
import { OverrideRows, ResourceInputs } from './inputs.tsx';
import { LastChangeDocument, type NodeConfigurationQuery } from './operations.generated.ts';
import { usePreview } from './use-preview.ts';

interface EditorProps {
  node: NonNullable<NodeConfigurationQuery['node']>;
  kept: KeptDraft;
  onChange: (kept: KeptDraft) => void;
  onEnd: () => void;
}

export function ConfigurationEditor({ node, kept, onChange, onEnd }: EditorProps) {
  const queries = useQueryClient();
  // A draft without changes follows the node.
  const { base, draft } = isDirty(kept) ? kept : startFrom(node);
  const current: NodeConfig = { ...node, ...base };
  const change = changeOf(draft, current);
  const others = differences(base, node);
  const isConflict = others.length > 0;
  const faults = configFaults({ ...current, ...draft }, current);
  const managed = draft.overrides.filter(({ key }) => platformReason(key, current) !== null);
  const { preview, error, isSettled } = usePreview(
    PreviewNodeChangeDocument,
    { id: node.id, data: change ?? {} },
    { shows: [{ type: 'node', id: node.id }], enabled: change !== null && faults.length === 0 },
  );
  const previewed = preview?.previewNodeUpdate;
  const save = useFormMutation(ChangeNodeDocument, {
    done: ({ updateNode: { waitsFor } }) => `Configuration saved.${waitsFor === null ? '' : ` ${waitsFor}`}`,
    onDone: onEnd,
  });
  const set = (changes: Partial<Draft>) => onChange({ base, draft: { ...draft, ...changes } });
  const resolve = (next: KeptDraft) => {
    save.reset();
    onChange(next);
  };
  const canSave = !isConflict && isSettled && previewed?.accepted === true;
  return (
    <Panel title="Edit configuration">
      <Form
        mutation={{ error: isConflict ? null : save.error, isPending: save.isPending }}
        onSubmit={() => {
          if (!canSave) return;
          // The node's current revision: restarts and renames increment it too, and do not conflict with the form.
          const data = { ...change, expectedRevision: node.revision };
          save.mutate({ id: node.id, data }, { onError: () => void queries.invalidateQueries() });
        }}
      >
        <LeaveGuard isDirty={change !== null && !save.isSuccess} keepsDraft />
        <ResourceInputs {...{ resources: draft.resources, faults }} onChange={set} />
        <OverrideRows {...{ overrides: draft.overrides, of: current, faults }} onChange={set} />
        {managed.length > 0 && (
          <Alert color="orange" title="Some options are managed by the platform">
            Remove {managed.map(({ key }) => key).join(', ')} to save.
          </Alert>
        )}
        {isConflict && (
          <Conflict
            nodeId={node.id}
            changes={others}
            onKeep={() => resolve(rebase({ base, draft }, node))}
            onDiscard={() => resolve(startFrom(node))}
          />
        )}
        {previewed != null && !isConflict && <Consequences preview={previewed} />}
        {change === null && <Text variant="hint">No changes.</Text>}
        {error !== null && <Failure error={error} />}
        <Group>
          <SubmitButton disabled={!canSave}>Save changes</SubmitButton>
          <Button variant="default" onClick={onEnd}>
            Cancel
          </Button>
        </Group>
      </Form>
    </Panel>
  );
}

interface ConflictProps {
  nodeId: string;
  changes: readonly Difference[];
  onKeep: () => void;
  onDiscard: () => void;
}

/** Shows changes that another person made meanwhile, and offers to keep or discard the draft. */
function Conflict({ nodeId, changes, onKeep, onDiscard }: ConflictProps) {
  const { data } = useNodeQuery(LastChangeDocument, { id: nodeId });
  const [last] = data?.auditActions?.nodes ?? [];
  return (
    <Alert role="alert" color="orange" title="Configuration changed since you started editing">
      {last !== undefined && (
        <>
          <ForeignText>{last.actor.name}</ForeignText> saved these changes <Time at={last.at} />:
        </>
      )}
      <TextList texts={changes.map(({ field, from, to }) => `${field}: ${from ?? 'not set'} → ${to ?? 'not set'}`)} />
      <Group gap="xs" mt="xs">
        <Button size="xs" variant="default" onClick={onKeep}>
          Keep my changes
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Discard my changes
        </Button>
      </Group>
    </Alert>
  );
}
