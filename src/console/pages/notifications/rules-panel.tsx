import { Group, NumberInput, Stack, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { SaveNotificationSettingsDocument } from '../../../client/operations.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { useExpectedRevision } from '../../api/use-expected-revision.ts';
import { LeaveGuard } from '../../display/dialogs.tsx';
import { Form, SubmitButton } from '../../display/form.tsx';
import { Panel } from '../../display/page.tsx';
import { TextButton } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { boundsOf, changedThresholds, defaults, rules, type Settings, type Typed, typedOf } from './settings.ts';

type Section = keyof typeof rules;

export function RulesPanel({ settings }: { settings: Settings }) {
  const { mayChange } = useRights();
  const [base, setBase] = useState(settings);
  const [typed, setTyped] = useState(typedOf(base.thresholds));
  const startFrom = (from: Settings) => {
    setBase(from);
    setTyped(typedOf(from.thresholds));
  };
  // Only what was edited, so that other people's changes stay.
  const thresholds = changedThresholds(typedOf(base.thresholds), typed, defaults);
  const isChanged = Object.keys(thresholds).length > 0;
  if (!isChanged && base.revision < settings.revision) startFrom(settings);
  const { expectedRevision, onError } = useExpectedRevision(settings.revision, isChanged);
  const save = useFormMutation(SaveNotificationSettingsDocument, {
    done: 'Rules saved.',
    onDone: ({ saveNotificationSettings: saved }) => startFrom(saved.settings),
    onError,
  });
  return (
    <Panel title="Rules">
      <Form mutation={save} onSubmit={() => save.mutate({ input: { thresholds, expectedRevision } })}>
        <LeaveGuard isDirty={mayChange && isChanged} />
        {(Object.keys(rules) as Section[]).map((of) => (
          <section key={of} aria-label={of}>
            <Title order={3} fz="sm" mb={4}>
              {of}
            </Title>
            <RuleInputs of={of} typed={typed} onChange={setTyped} readOnly={!mayChange} showsChanged />
          </section>
        ))}
        {mayChange && (
          <Group>
            <SubmitButton disabled={!isChanged}>Save rules</SubmitButton>
          </Group>
        )}
      </Form>
    </Panel>
  );
}

interface RuleInputsProps {
  of: Section;
  typed: Typed;
  onChange: (typed: Typed) => void;
  readOnly?: boolean;
  /** The values of empty inputs. Default: the product's. */
  fallback?: Typed;
  /** Marks values other than the default. */
  showsChanged?: boolean;
}

/** Rules with their thresholds. */
export const RuleInputs = ({ of, typed, onChange, readOnly, fallback = defaults, showsChanged }: RuleInputsProps) => (
  <Stack gap={4}>
    {rules[of].map(({ key, label, unit }) => {
      const isOwn = showsChanged && typed[key] !== defaults[key];
      return (
        <Group key={key} gap={6} mih={36}>
          <Text span fz="sm" w={170} aria-hidden>
            {label}
          </Text>
          <NumberInput
            size="xs"
            w={104}
            aria-label={label}
            {...boundsOf(key)}
            clampBehavior="blur"
            suffix={` ${unit}`}
            placeholder={`${fallback[key]} ${unit}`}
            hideControls
            readOnly={readOnly}
            value={typed[key] ?? ''}
            onChange={(value) => onChange({ ...typed, [key]: value === '' ? '' : Number(value) })}
          />
          {isOwn && !readOnly && (
            <TextButton
              fz="xs"
              aria-label={`Reset ${label} to ${defaults[key]} ${unit}`}
              onClick={() => onChange({ ...typed, [key]: defaults[key] })}
            >
              Reset to {defaults[key]} {unit}
            </TextButton>
          )}
        </Group>
      );
    })}
  </Stack>
);
