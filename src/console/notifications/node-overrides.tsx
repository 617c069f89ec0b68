import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation } from '../api/use-api.tsx';
import { ForeignText } from '../display/foreign-text.tsx';
import { Panel } from '../display/panel.tsx';
import { SidePanel } from '../display/side-panel.tsx';
import { Time } from '../display/time.tsx';
import { NodeOverrideForm } from './node-override-form.tsx';
import { SaveNotificationSettingsDocument } from './operations.generated.ts';
import type { NodeOverride, Settings } from './settings.ts';
import { thresholdFields, typedOf } from './thresholds.ts';

/** The nodes with settings of their own. */
export function NodeOverrides({ settings, mayChange }: { settings: Settings; mayChange: boolean }) {
  const [edited, setEdited] = useState<NodeOverride | 'new' | null>(null);
  const remove = useApiMutation(SaveNotificationSettingsDocument, { done: 'The node has no settings of its own now.' });
  const add = (
    <Button size="xs" variant="default" onClick={() => setEdited('new')}>
      Settings for a node…
    </Button>
  );
  return (
    <Panel title="Single nodes" aside={mayChange && add}>
      <Stack gap="sm">
        {settings.nodeOverrides.length === 0 && (
          <Text fz="sm" c="dimmed">
            No node has settings of its own. Mute a node while you work on it, or give it other thresholds.
          </Text>
        )}
        {settings.nodeOverrides.map((override) => (
          <Group key={override.nodeId} justify="space-between" gap="xs">
            <div>
              <Text fz="sm" fw={500}>
                <ForeignText>{override.nodeName}</ForeignText>
              </Text>
              <Text fz="xs" c="dimmed">
                <Said override={override} />
              </Text>
            </div>
            {mayChange && (
              <Group gap="xs">
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Change the settings of ${override.nodeName}`}
                  onClick={() => setEdited(override)}
                >
                  Change…
                </Button>
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Remove the settings of ${override.nodeName}`}
                  onClick={() =>
                    remove.mutate({ input: { nodeOverrides: [{ nodeId: override.nodeId, muted: false }] } })
                  }
                >
                  Remove
                </Button>
              </Group>
            )}
          </Group>
        ))}
      </Stack>
      <SidePanel title="Settings for a node" isOpen={edited !== null} onClose={() => setEdited(null)}>
        {edited !== null && (
          <NodeOverrideForm
            former={edited === 'new' ? null : edited}
            thresholds={settings.thresholds}
            onDone={() => setEdited(null)}
          />
        )}
      </SidePanel>
    </Panel>
  );
}

function Said({ override: { muted, mutedUntil, thresholds } }: { override: NodeOverride }) {
  const typed = typedOf(thresholds);
  const own = thresholdFields.filter(({ key }) => typed[key] !== undefined);
  return (
    <>
      {muted && 'muted'}
      {muted && mutedUntil != null && (
        <>
          , ends <Time at={mutedUntil} />
        </>
      )}
      {muted && own.length > 0 && '; '}
      {own.map(({ key, label, unit }) => `${label} ${typed[key]} ${unit}`.trim()).join(', ')}
    </>
  );
}
