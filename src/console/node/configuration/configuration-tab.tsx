import { Button, Stack, Switch, Text } from '@mantine/core';
import { IconPencil } from '@tabler/icons-react';
import { useState } from 'react';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers/query-view.tsx';
import { useFocusBack } from '../../display/focus/use-focus-back.ts';
import { Panel } from '../../display/panel.tsx';
import { useRights } from '../../session/viewer.ts';
import type { TabProps } from '../shown-node.ts';
import { ConfigurationEditor } from './configuration-editor.tsx';
import { NodeConfigurationDocument, type NodeConfigurationQuery } from './operations.generated.ts';
import { SettingsTable } from './settings-table.tsx';

export type ConfiguredNode = NonNullable<NodeConfigurationQuery['node']>;

/** What a node’s daemon is configured from, who set each value and why; and the way to change it. */
export function ConfigurationTab({ node }: TabProps) {
  const shows = [{ type: 'node', id: node.id }] as const;
  const query = useApiQuery(NodeConfigurationDocument, { id: node.id }, { shows });
  const [isEditing, setEditing] = useState(false);
  const button = useFocusBack(isEditing);
  const { mayChange } = useRights();
  const canEdit = mayChange && node.desiredState !== 'deleted';
  return (
    <QueryView query={query} height={320}>
      {({ node: configured }) =>
        configured == null ? null : (
          <Stack>
            {isEditing ? (
              <ConfigurationEditor node={configured} onEnd={() => setEditing(false)} />
            ) : (
              canEdit && (
                <div>
                  <Button
                    ref={button}
                    variant="default"
                    leftSection={<IconPencil size={16} aria-hidden />}
                    onClick={() => setEditing(true)}
                  >
                    Change the configuration
                  </Button>
                </div>
              )
            )}
            <Effective settings={configured.effectiveConfig} />
          </Stack>
        )
      }
    </QueryView>
  );
}

function Effective({ settings }: { settings: ConfiguredNode['effectiveConfig'] }) {
  const [onlyOwn, setOnlyOwn] = useState(false);
  const shown = settings.filter(({ origin }) => !onlyOwn || origin === 'override');
  const filter = (
    <Switch
      label="Only what was set here"
      checked={onlyOwn}
      onChange={({ currentTarget }) => setOnlyOwn(currentTarget.checked)}
    />
  );
  return (
    <Panel title="Effective configuration" aside={filter}>
      <SettingsTable settings={shown} />
      {shown.length === 0 && <Text c="dimmed">Nothing was set; everything is as the platform chooses it.</Text>}
    </Panel>
  );
}
