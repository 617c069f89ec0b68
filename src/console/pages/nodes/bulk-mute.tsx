import { Select, Text } from '@mantine/core';
import { useState } from 'react';
import { SaveNotificationSettingsDocument } from '../../../client/operations.generated.ts';
import { useApi, useFormMutation, useWholeList } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { Dialog } from '../../display/dialogs.tsx';
import { Form, FormEnd } from '../../display/form.tsx';
import { formatCount } from '../../display/format.ts';
import { NodeOverridesDocument } from '../notifications/operations.generated.ts';
import { type MuteChoice, mutes, mutingOf } from '../notifications/settings.ts';
import type { BulkProps } from './bulk-dialog.tsx';

const choices = [
  ...Object.entries(mutes).map(([value, { label }]) => ({ value: value as MuteChoice, label })),
  { value: 'no' as const, label: 'Unmute' },
];

/** Mutes or unmutes the incidents of many nodes, such as those with a label or on a host. */
export function BulkMute({ nodes, onClose }: BulkProps) {
  const { clock } = useApi();
  const [choice, setChoice] = useState<MuteChoice>('hour');
  const count = formatCount(nodes.length, 'node');
  const current = useWholeList(
    NodeOverridesDocument,
    {},
    { pageOf: ({ notificationSettings }) => notificationSettings?.nodeOverrides, shows: ['notification'] },
  );
  const save = useFormMutation(SaveNotificationSettingsDocument, {
    done: choice === 'no' ? `Unmuted ${count}.` : `Muted ${count}.`,
    onDone: onClose,
  });
  return (
    <Dialog title={`Mute ${count}`} isOpen onClose={onClose}>
      <QueryView query={current}>
        {(overrides) => (
          <Form
            mutation={save}
            onSubmit={() => {
              const muting = mutingOf(choice, clock.now());
              // An override is replaced as a whole: the nodes' thresholds stay.
              const own = new Map(overrides.map(({ id, thresholds }) => [id, thresholds]));
              const nodeOverrides = nodes.map(({ id }) => ({ nodeId: id, ...muting, thresholds: own.get(id) ?? null }));
              save.mutate({ input: { nodeOverrides } });
            }}
          >
            <Text fz="sm">Muted nodes still open incidents, but nobody is notified.</Text>
            <Select
              label="Duration"
              data={choices}
              value={choice}
              onChange={(value) => setChoice(value ?? 'hour')}
              data-autofocus
            />
            <FormEnd act={choice === 'no' ? 'Unmute' : 'Mute'} />
          </Form>
        )}
      </QueryView>
    </Dialog>
  );
}
