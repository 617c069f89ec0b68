import { NumberInput, SegmentedControl, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import { SaveNotificationSettingsDocument } from '../../../client/operations.generated.ts';
import type { AlertSeverity } from '../../../contract/types.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { useExpectedRevision } from '../../api/use-expected-revision.ts';
import { LeaveGuard } from '../../display/dialogs.tsx';
import { Form, SubmitButton } from '../../display/form.tsx';
import { Panel } from '../../display/page.tsx';
import { changedThresholds, type Settings, type Typed, thresholdFields, typedOf } from './settings.ts';

const severities: { value: AlertSeverity; label: string }[] = [
  { value: 'info', label: 'everything' },
  { value: 'warning', label: 'warnings' },
  { value: 'critical', label: 'critical only' },
];

export function WhenPanel({ settings, mayChange }: { settings: Settings; mayChange: boolean }) {
  const [base, setBase] = useState(settings);
  const [typed, setTyped] = useState(typedOf(base.thresholds));
  const [notifyFrom, setNotifyFrom] = useState(base.notifyFrom);
  const startFrom = (from: Settings) => {
    setBase(from);
    setTyped(typedOf(from.thresholds));
    setNotifyFrom(from.notifyFrom);
  };
  // Only what was edited, so that other people's changes stay.
  const thresholds = changedThresholds(typedOf(base.thresholds), typed);
  const isLevelChanged = notifyFrom !== base.notifyFrom;
  const isChanged = Object.keys(thresholds).length > 0 || isLevelChanged;
  if (!isChanged && base.revision !== settings.revision) startFrom(settings);
  const { expectedRevision, onError } = useExpectedRevision(settings.revision, isChanged);
  const save = useFormMutation(SaveNotificationSettingsDocument, {
    done: 'Settings saved.',
    onDone: ({ saveNotificationSettings: saved }) => startFrom(saved.settings),
    onError,
  });
  const input = { ...(isLevelChanged ? { notifyFrom } : {}), thresholds, expectedRevision };
  return (
    <Panel title="Alert rules">
      <Form mutation={save} onSubmit={() => save.mutate({ input })}>
        <LeaveGuard isDirty={mayChange && isChanged} />
        <div>
          <Text fz="sm" fw={500} mb={4}>
            Notify about
          </Text>
          <SegmentedControl
            size="xs"
            aria-label="Notify about"
            data={severities}
            value={notifyFrom}
            readOnly={!mayChange}
            onChange={(value) => setNotifyFrom(value as AlertSeverity)}
          />
        </div>
        <Text variant="hint">
          An incident opens past these limits.
          {mayChange && ' Clear a field to use its default.'}
        </Text>
        <fieldset className="plain">
          <legend className="skip-link">Thresholds</legend>
          <ThresholdInputs typed={typed} onChange={setTyped} readOnly={!mayChange} />
        </fieldset>
        {mayChange && (
          <SubmitButton variant="default" disabled={!isChanged}>
            Save thresholds
          </SubmitButton>
        )}
      </Form>
    </Panel>
  );
}

interface ThresholdInputsProps {
  typed: Typed;
  onChange: (typed: Typed) => void;
  ofNode?: boolean;
  readOnly?: boolean;
  placeholders?: Typed;
}

/** Fields for thresholds; an empty one uses its placeholder. */
export function ThresholdInputs({ typed, onChange, ofNode, readOnly, placeholders = {} }: ThresholdInputsProps) {
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, md: 3 }}>
      {thresholdFields
        .filter(({ isOfNode }) => !ofNode || isOfNode)
        .map(({ key, label, unit, min, max }) => (
          <NumberInput
            key={key}
            label={label}
            min={min}
            max={max}
            clampBehavior="blur"
            suffix={unit === '' ? '' : ` ${unit}`}
            placeholder={placeholders[key] === undefined ? 'default' : `${placeholders[key]} ${unit}`}
            hideControls
            readOnly={readOnly}
            value={typed[key] ?? ''}
            onChange={(value) => onChange({ ...typed, [key]: value === '' ? '' : Number(value) })}
          />
        ))}
    </SimpleGrid>
  );
}
