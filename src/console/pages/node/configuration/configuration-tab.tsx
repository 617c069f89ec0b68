import { Button, Stack, Switch, Text } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { configStates } from '../../../../contract/config-states.ts';
import { QueryView } from '../../../display/answers.tsx';
import { useFocusBack } from '../../../display/focus.ts';
import { bindChecked } from '../../../display/form.tsx';
import { Panel } from '../../../display/page.tsx';
import { useRights } from '../../../session/viewer.ts';
import { type TabProps, useNodeQuery } from '../shown-node.ts';
import { ConfigurationEditor } from './configuration-editor.tsx';
import { type KeptDraft, readDraft, startFrom, writeDraft } from './draft.ts';
import { NodeConfigurationDocument, type NodeConfigurationQuery } from './operations.generated.ts';
import { SettingsTable } from './settings-table.tsx';

type ConfiguredNode = NonNullable<NodeConfigurationQuery['node']>;

/** A node’s effective configuration with the origin of each value, and its editor. */
export function ConfigurationTab({ node }: TabProps) {
  const query = useNodeQuery(NodeConfigurationDocument, { id: node.id });
  const { mayChange } = useRights();
  return (
    <QueryView query={query} height={320}>
      {({ node: configured }) =>
        configured && (
          <Stack>
            {mayChange && node.desiredState !== 'deleted' && <Change key={configured.id} node={configured} />}
            <Settings node={configured} />
          </Stack>
        )
      }
    </QueryView>
  );
}

function Change({ node }: { node: ConfiguredNode }) {
  const [kept, setKept, forget] = useSessionStorage<KeptDraft | null>({
    key: `satrap.configuration.${node.id}`,
    defaultValue: null,
    serialize: writeDraft,
    deserialize: (text) => readDraft(text, node),
    getInitialValueInEffect: false,
  });
  const button = useFocusBack(kept !== null);
  if (kept !== null) return <ConfigurationEditor {...{ node, kept }} onChange={setKept} onEnd={forget} />;
  return (
    <div>
      <Button
        ref={button}
        variant="default"
        leftSection={<IconPencil size={16} aria-hidden />}
        onClick={() => setKept(startFrom(node))}
      >
        Edit configuration
      </Button>
    </div>
  );
}

function Settings({ node: { configState, effectiveConfig } }: { node: ConfiguredNode }) {
  const [onlyOwn, setOnlyOwn] = useState(false);
  const shown = effectiveConfig.filter(({ origin }) => !onlyOwn || origin === 'override');
  const filter = <Switch label="Overrides only" {...bindChecked(onlyOwn, setOnlyOwn)} />;
  return (
    <Panel title={configState === 'running' ? 'Effective configuration' : 'Desired configuration'} aside={filter}>
      <Text fz="sm" c={configState === 'differs' ? 'var(--console-warning)' : 'dimmed'}>
        {configStates[configState]}
      </Text>
      <SettingsTable settings={shown} />
      {shown.length === 0 && <Text c="dimmed">No overrides. All values are platform defaults.</Text>}
    </Panel>
  );
}
