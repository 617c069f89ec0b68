import { Alert, Button, Group, Paper, Select, Stack, Text } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { compareVersions } from '../../../../bitcoin/clients/versions.ts';
import type { NodeConfig } from '../../../../bitcoin/node-config.ts';
import { torOf } from '../../../../bitcoin/tor.ts';
import { ExecutorDocument, UpdateNodeDocument } from '../../../../client/operations.generated.ts';
import { configStates } from '../../../../contract/config-states.ts';
import { capitalized } from '../../../../text/capitalized.ts';
import { useApiQuery, useFormMutation } from '../../../api/use-api.tsx';
import { Failure } from '../../../display/answers.tsx';
import { Scroller } from '../../../display/code-block.tsx';
import { LeaveGuard } from '../../../display/dialogs.tsx';
import { Form, SubmitButton } from '../../../display/form.tsx';
import { TextList } from '../../../display/lists/list.tsx';
import { Panel } from '../../../display/page.tsx';
import { DocumentationLink, ForeignText, Time } from '../../../display/text.tsx';
import { type TabProps, useLastChange } from '../shown-node.ts';
import { Consequences } from './consequences.tsx';
import {
  changeOf,
  configFaults,
  type Difference,
  type Draft,
  differences,
  isDirty,
  type KeptDraft,
  readDraft,
  rebase,
  startFrom,
  writeDraft,
} from './draft.ts';
import { OptionForm, ResourceInputs } from './inputs.tsx';
import { PreviewNodeChangeDocument } from './operations.generated.ts';
import { TorInputs } from './tor-inputs.tsx';
import { usePreview } from './use-preview.ts';

/** Version, resources and options of a node. This browser tab keeps the draft until it is saved or discarded. */
export function ConfigurationForm({ node }: TabProps) {
  const queries = useQueryClient();
  const { base, draft, keep, forget } = useDraft(node);
  const current: NodeConfig = { ...node, ...base };
  const next: NodeConfig = { ...current, ...draft, tor: torOf(draft.tor) };
  const change = changeOf(draft, current);
  // The draft stays until the node has it.
  const save = useSave(() => void queries.invalidateQueries().then(discard));
  const others = differences(base, node);
  const isConflict = !save.isSuccess && change !== null && others.length > 0;
  const faults = configFaults(next, current);
  const { preview, error, isSettled } = usePreview(
    PreviewNodeChangeDocument,
    { id: node.id, data: change ?? {} },
    { shows: [{ type: 'node', id: node.id }], enabled: change !== null && faults.length === 0 },
  );
  const previewed = preview?.previewNodeUpdate;
  const discard = () => {
    save.reset();
    forget();
  };
  const set = (changes: Partial<Draft>) => keep({ base, draft: { ...draft, ...changes } });
  const resolve = (resolved: KeptDraft) => {
    save.reset();
    keep(resolved);
  };
  const canSave = !isConflict && !save.isSuccess && isSettled && previewed?.accepted === true;
  return (
    <Form
      mutation={{ error: isConflict ? null : save.error, isPending: save.isPending }}
      onSubmit={() => {
        if (!canSave) return;
        // The node's current revision: restarts and renames increment it too, and do not conflict with the form.
        const data = { ...change, expectedRevision: node.revision };
        save.mutate({ where: { id: node.id }, data }, { onError: () => void queries.invalidateQueries() });
      }}
    >
      <LeaveGuard isDirty={change !== null && !save.isSuccess} keepsDraft />
      <DraftPanels {...{ node, draft, next, faults }} onChange={set} />
      {change !== null && (
        <SaveBar canSave={canSave} onDiscard={discard}>
          {isConflict && (
            <Conflict
              nodeId={node.id}
              changes={others}
              onKeep={() => resolve(rebase({ base, draft }, node))}
              onDiscard={() => resolve(startFrom(node))}
            />
          )}
          {previewed != null && !isConflict && faults.length === 0 && <Consequences preview={previewed} />}
          {faults.length > 0 && <Text fz="sm">Fix the marked fields to save.</Text>}
          {error !== null && <Failure error={error} />}
        </SaveBar>
      )}
    </Form>
  );
}

/** Returns the draft that this browser tab keeps for a node. One without changes follows the node. */
function useDraft(node: TabProps['node']) {
  const [kept, keep, forget] = useSessionStorage<KeptDraft | null>({
    key: `satrap.configuration.${node.id}`,
    defaultValue: null,
    serialize: writeDraft,
    deserialize: (text) => readDraft(text, node),
    getInitialValueInEffect: false,
  });
  return { ...(kept !== null && isDirty(kept) ? kept : startFrom(node)), keep, forget };
}

const useSave = (onDone: () => void) =>
  useFormMutation(UpdateNodeDocument, {
    done: ({
      updateNode: {
        node: { waitsFor },
      },
    }) => `Configuration saved.${waitsFor === null ? '' : ` ${waitsFor}`}`,
    onDone,
  });

interface DraftPanelsProps extends TabProps {
  draft: Draft;
  /** The configuration with the draft. */
  next: NodeConfig;
  faults: ReturnType<typeof configFaults>;
  onChange: (changes: Partial<Draft>) => void;
}

const DraftPanels = ({ node, draft, next, faults, onChange }: DraftPanelsProps) => (
  <>
    <Panel title="Version and resources">
      <Stack gap="sm">
        <VersionInput node={node} version={draft.clientVersion} onChange={onChange} />
        <ResourceInputs {...{ resources: draft.resources, faults }} onChange={onChange} />
      </Stack>
    </Panel>
    <Panel title="Tor">
      <TorInputs tor={draft.tor ?? null} faults={faults} onChange={onChange} />
    </Panel>
    <Panel title="Options">
      <ConfigStateText node={node} />
      <OptionForm
        {...{ overrides: draft.overrides, settings: node.effectiveConfig, of: next, faults }}
        onChange={onChange}
      />
    </Panel>
  </>
);

interface SaveBarProps {
  canSave: boolean;
  onDiscard: () => void;
  /** What the change does, or why it cannot be saved. */
  children: ReactNode;
}

const SaveBar = ({ canSave, onDiscard, children }: SaveBarProps) => (
  <Paper ref={revealFocus} component="section" className="panel save-bar" aria-label="Unsaved changes" p="md">
    <Stack gap="sm">
      <Scroller mah="30dvh" style={{ overflow: 'auto' }}>
        {children}
      </Scroller>
      <Group>
        <SubmitButton disabled={!canSave}>Save changes</SubmitButton>
        <Button variant="default" onClick={onDiscard}>
          Discard changes
        </Button>
      </Group>
    </Stack>
  </Paper>
);

/** Scrolls the field whose first change brings up the bar out from under it. */
const revealFocus = (bar: HTMLElement | null): void => {
  if (bar !== null) document.activeElement?.scrollIntoView({ block: 'nearest' });
};

/** Whether the daemon runs with the settings; nothing if it does. */
export const ConfigStateText = ({ node: { configState } }: TabProps) =>
  configState !== 'running' && (
    <Text fz="sm" mb="xs" c={configState === 'differs' ? 'var(--console-warning)' : 'dimmed'}>
      {configStates[configState]}
    </Text>
  );

interface VersionInputProps extends TabProps {
  version: string;
  onChange: (changes: Partial<Draft>) => void;
}

function VersionInput({ node, version, onChange }: VersionInputProps) {
  const { data } = useApiQuery(ExecutorDocument, { where: { id: node.executor.id } }, { shows: ['executor'] });
  const offered = (data?.executor?.capabilities.clients ?? [])
    .filter(({ client }) => client === node.client)
    .toSorted((a, b) => compareVersions(b.version, a.version));
  const isOffered = offered.some((each) => each.version === node.clientVersion);
  const lifecycle =
    version === node.clientVersion ? node.clientLifecycle : offered.find((each) => each.version === version)?.lifecycle;
  return (
    <Select
      label="Version"
      inputWrapperOrder={['label', 'input', 'description']}
      description={
        lifecycle && (
          <Text span inherit c={lifecycle.warning === null ? 'dimmed' : 'var(--console-warning)'}>
            {capitalized(lifecycle.summary)}.{' '}
            {lifecycle.warning !== null && <DocumentationLink to="nodes/versions.html" />}
          </Text>
        )
      }
      data={[...(isOffered ? [] : [node.clientVersion]), ...offered.map((each) => each.version)]}
      value={version}
      onChange={(chosen) => onChange({ clientVersion: chosen ?? version })}
      maw={560}
    />
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
  const last = useLastChange(nodeId);
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
          Keep mine
        </Button>
        <Button size="xs" variant="default" onClick={onDiscard}>
          Take theirs
        </Button>
      </Group>
    </Alert>
  );
}
