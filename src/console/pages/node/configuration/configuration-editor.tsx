import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { NodeConfig } from '../../../../bitcoin/node-config.ts';
import { useApiMutation, useApiQuery } from '../../../api/use-api.tsx';
import { ActionButton } from '../../../display/action-button.tsx';
import { Failure } from '../../../display/answers.tsx';
import { LeaveGuard } from '../../../display/dialogs.tsx';
import { Panel } from '../../../display/page.tsx';
import { ForeignText } from '../../../display/text.tsx';
import { Time } from '../../../display/time.tsx';
import { ChangeNodeDocument, PreviewNodeChangeDocument } from '../danger/operations.generated.ts';
import { Consequences } from './consequences.tsx';
import {
  changeOf,
  type Draft,
  type ForeignChange,
  faultsOf,
  foreignChanges,
  isDirty,
  isPlatformOption,
  type KeptDraft,
  rebase,
  startFrom,
} from './draft.ts';
import { OverrideRows, ResourceInputs } from './inputs.tsx';
import { LastChangeDocument, type NodeConfigurationQuery } from './operations.generated.ts';

interface EditorProps {
  node: NonNullable<NodeConfigurationQuery['node']>;
  kept: KeptDraft;
  onChange: (kept: KeptDraft) => void;
  onEnd: () => void;
}

const previewAfterMs = 400;

export function ConfigurationEditor({ node, kept, onChange, onEnd }: EditorProps) {
  const queries = useQueryClient();
  // A draft without changes follows the node.
  const { base, draft } = isDirty(kept) ? kept : startFrom(node);
  const current: NodeConfig = { ...node, ...base };
  const change = changeOf(draft, current);
  const others = foreignChanges(base, node);
  const isConflict = others.length > 0;
  const faults = faultsOf(draft, current);
  const managed = draft.overrides.filter(({ key }) => isPlatformOption(key, current));
  const [asked] = useDebouncedValue(JSON.stringify(change), previewAfterMs);
  const data = JSON.parse(asked) as typeof change;
  const canAsk = data !== null && faults.length === 0;
  const options = { shows: [{ type: 'node', id: node.id }], enabled: canAsk, keepsPrevious: true } as const;
  const preview = useApiQuery(PreviewNodeChangeDocument, { id: node.id, data: data ?? {} }, options);
  const previewed = canAsk ? preview.data?.previewNodeUpdate : undefined;
  const save = useApiMutation(ChangeNodeDocument, {
    failure: 'none',
    done: ({ updateNode: { waitsFor } }) => `Configuration saved.${waitsFor == null ? '' : ` ${waitsFor}`}`,
    onDone: onEnd,
  });
  const set = (changes: Partial<Draft>) => onChange({ base, draft: { ...draft, ...changes } });
  const resolve = (next: KeptDraft) => {
    save.reset();
    onChange(next);
  };
  const isSettled = JSON.stringify(change) === asked && !preview.isFetching;
  const canSave = change !== null && !isConflict && faults.length === 0 && isSettled && previewed?.accepted === true;
  return (
    <Panel title="Edit configuration">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!canSave) return;
          // The node's current revision: restarts and renames increment it too, and do not conflict with the form.
          const data = { ...change, expectedRevision: node.revision };
          save.mutate({ id: node.id, data }, { onError: () => void queries.invalidateQueries() });
        }}
      >
        <Stack>
          <LeaveGuard isDirty={change !== null && !save.isSuccess} keepsDraft />
          {save.error !== null && !isConflict && <Failure error={save.error} />}
          <ResourceInputs {...{ resources: draft.resources, faults }} onChange={(resources) => set({ resources })} />
          <OverrideRows
            {...{ overrides: draft.overrides, of: current, faults }}
            onChange={(overrides) => set({ overrides })}
          />
          {managed.length > 0 && (
            <Alert color="orange" variant="light" title="Some options are managed by the platform">
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
          {previewed != null && change !== null && !isConflict && <Consequences preview={previewed} />}
          {change === null && <Text variant="hint">No changes.</Text>}
          {preview.error !== null && canAsk && <Failure error={preview.error} />}
          <Group>
            <ActionButton type="submit" disabled={!canSave} loading={save.isPending}>
              Save changes
            </ActionButton>
            <Button variant="default" onClick={onEnd}>
              Cancel
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}

interface ConflictProps {
  nodeId: string;
  changes: readonly ForeignChange[];
  onKeep: () => void;
  onDiscard: () => void;
}

/** Shows changes that another person made meanwhile, and offers to keep or discard the draft. */
function Conflict({ nodeId, changes, onKeep, onDiscard }: ConflictProps) {
  const { data } = useApiQuery(LastChangeDocument, { nodeId }, { shows: [{ type: 'node', id: nodeId }] });
  const [last] = data?.auditActions?.nodes ?? [];
  return (
    <Alert role="alert" color="orange" variant="light" title="Configuration changed since you started editing">
      {last !== undefined && (
        <>
          <ForeignText>{last.actor.name}</ForeignText> saved these changes <Time at={last.at} />:
        </>
      )}
      <List fz="sm" my="xs">
        {changes.map(({ field, from, to }) => (
          <List.Item key={field}>
            <ForeignText>{`${field}: ${from ?? 'not set'} → ${to ?? 'not set'}`}</ForeignText>
          </List.Item>
        ))}
      </List>
      <Group gap="xs">
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
