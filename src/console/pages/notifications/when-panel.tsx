import { Group, SegmentedControl, Text } from '@mantine/core';
import { useState } from 'react';
import type { AlertSeverity } from '../../../contract/types.generated.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { LeaveGuard } from '../../display/dialogs/leave-guard.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { Form } from '../../display/form.tsx';
import { Panel } from '../../display/panel.tsx';
import { SaveNotificationSettingsDocument } from './operations.generated.ts';
import type { Settings } from './settings.ts';
import { ThresholdInputs } from './threshold-inputs.tsx';
import { changedThresholds, typedOf } from './thresholds.ts';

const severities: { value: AlertSeverity; label: string }[] = [
  { value: 'info', label: 'everything' },
  { value: 'warning', label: 'warnings' },
  { value: 'critical', label: 'critical only' },
];

/** From when on something is an incident, and which ones are notified. */
export function WhenPanel({ settings, mayChange }: { settings: Settings; mayChange: boolean }) {
  const former = typedOf(settings.thresholds);
  const [typed, setTyped] = useState(former);
  const [notifyFrom, setNotifyFrom] = useState(settings.notifyFrom);
  const save = useApiMutation(SaveNotificationSettingsDocument, { failure: 'none', done: 'The settings are saved.' });
  const thresholds = changedThresholds(former, typed);
  const isChanged = Object.keys(thresholds).length > 0 || notifyFrom !== settings.notifyFrom;
  return (
    <Panel title="When">
      <Form mutation={save} onSubmit={() => save.mutate({ input: { notifyFrom, thresholds } })}>
        <LeaveGuard isDirty={mayChange && isChanged} />
        <div>
          <Text fz="sm" fw={500} mb={4}>
            Notify of
          </Text>
          <SegmentedControl
            size="xs"
            aria-label="Notify of"
            data={severities}
            value={notifyFrom}
            readOnly={!mayChange}
            onChange={(value) => setNotifyFrom(value as AlertSeverity)}
          />
        </div>
        <Text variant="hint">
          Something becomes an incident when it has lasted, or is as bad as this.
          {mayChange && ' An empty field brings back the default.'}
        </Text>
        <fieldset className="plain">
          <legend className="skip-link">Thresholds</legend>
          <ThresholdInputs typed={typed} onChange={setTyped} readOnly={!mayChange} />
        </fieldset>
        {mayChange && (
          <Group>
            <ActButton type="submit" variant="default" disabled={!isChanged} loading={save.isPending}>
              Save the thresholds
            </ActButton>
          </Group>
        )}
      </Form>
    </Panel>
  );
}
