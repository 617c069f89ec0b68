import { Checkbox, Fieldset, Group, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { SetMaintenanceScheduleDocument } from '../../../client/operations.generated.ts';
import { weekdays } from '../../../contract/maintenance-text.ts';
import type { Weekday } from '../../../contract/types.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { useExpectedRevision } from '../../api/use-expected-revision.ts';
import { ActionButton, bindText, Form, FormEnd, useCloseDialog } from '../../display/form.tsx';
import {
  type DraftFaults,
  draftOf,
  faultsOf,
  inputOf,
  isFaultless,
  mayAddWindow,
  type Schedule,
  type ScheduleDraft,
  timeZonesWith,
  type WindowDraft,
  type WindowFaults,
  withWindow,
} from './schedule-draft.ts';

/** Shown of several hundred. */
const maxTimeZones = 50;

interface ScheduleFormProps {
  /** The schedule to change. Default: a new one. */
  schedule?: Schedule;
  /** The other schedules. */
  others: readonly Schedule[];
}

export function ScheduleForm({ schedule, others }: ScheduleFormProps) {
  const [draft, setDraft] = useState(() => draftOf(schedule, others, Intl.DateTimeFormat().resolvedOptions().timeZone));
  // Faults are shown once somebody tried to save.
  const [isTried, setTried] = useState(false);
  // The draft is that of the schedule as the form opened with it.
  const { expectedRevision, onError } = useExpectedRevision(schedule?.revision ?? 0, true);
  const save = useFormMutation(SetMaintenanceScheduleDocument, {
    done: 'Schedule saved.',
    onDone: useCloseDialog(),
    onError,
  });
  const faults = faultsOf(draft, others);
  const shown: DraftFaults = isTried ? faults : { windows: new Map() };
  const change = (changed: Partial<ScheduleDraft>) => setDraft({ ...draft, ...changed });
  const changeWindow = (changed: WindowDraft) =>
    change({ windows: draft.windows.map((window) => (window.key === changed.key ? changed : window)) });
  return (
    <Form
      mutation={save}
      onSubmit={() => {
        setTried(true);
        if (isFaultless(faults)) save.mutate({ data: inputOf(draft, expectedRevision) });
      }}
    >
      {schedule === undefined && <NodesField draft={draft} onChange={change} others={others} error={shown.label} />}
      <Select
        label="Time zone"
        searchable
        limit={maxTimeZones}
        data={timeZonesWith(draft.timeZone)}
        value={draft.timeZone}
        onChange={(timeZone) => change({ timeZone: timeZone ?? draft.timeZone })}
        nothingFoundMessage="No time zones match"
      />
      {draft.windows.map((window, index) => (
        <WindowFields
          key={window.key}
          legend={`Window ${index + 1}`}
          window={window}
          faults={shown.windows.get(window.key) ?? {}}
          onChange={changeWindow}
          {...(draft.windows.length > 1 && {
            onRemove: () => change({ windows: draft.windows.filter(({ key }) => key !== window.key) }),
          })}
        />
      ))}
      <Text variant="hint">An end before the start is on the next day. 24:00 is the end of the day.</Text>
      <Group>
        <ActionButton variant="default" size="xs" disabled={!mayAddWindow(draft)} onClick={() => setDraft(withWindow)}>
          Add window
        </ActionButton>
      </Group>
      <FormEnd act={schedule === undefined ? 'Add schedule' : 'Save schedule'} />
    </Form>
  );
}

interface NodesFieldProps {
  draft: ScheduleDraft;
  onChange: (changed: Partial<ScheduleDraft>) => void;
  others: readonly Schedule[];
  error: string | undefined;
}

/** Chooses the nodes of a new schedule. */
function NodesField({ draft: { isOfLabel, label }, onChange, others, error }: NodesFieldProps) {
  const isTaken = others.some((other) => other.label == null);
  return (
    <>
      <Select
        label="Nodes"
        description={isTaken ? 'All other nodes already have a schedule.' : undefined}
        data={[
          { value: 'all', label: 'All nodes without a schedule of a label', disabled: isTaken },
          { value: 'label', label: 'Nodes with a label' },
        ]}
        value={isOfLabel ? 'label' : 'all'}
        onChange={(value) => onChange({ isOfLabel: value === 'label' })}
        data-autofocus
      />
      {isOfLabel && (
        <TextInput
          label="Label"
          description="Of the node, or of its host"
          placeholder="region=eu"
          {...bindText(label, (text) => onChange({ label: text }))}
          error={error}
        />
      )}
    </>
  );
}

interface WindowFieldsProps {
  legend: string;
  window: WindowDraft;
  faults: WindowFaults;
  onChange: (window: WindowDraft) => void;
  /** Absent for the only window. */
  onRemove?: () => void;
}

const WindowFields = ({ legend, window, faults, onChange, onRemove }: WindowFieldsProps) => (
  <Fieldset legend={legend} p="sm">
    <Stack gap="sm">
      <Checkbox.Group
        label="Days"
        value={window.days}
        onChange={(days) => onChange({ ...window, days: days as Weekday[] })}
        error={faults.days}
      >
        <Group gap="xs" mt={4}>
          {weekdays.map(({ day, name }) => (
            <Checkbox key={day} value={day} label={name} />
          ))}
        </Group>
      </Checkbox.Group>
      <Group align="start" gap="sm">
        <TextInput
          label="From"
          placeholder="02:00"
          w={120}
          {...bindText(window.from, (from) => onChange({ ...window, from }))}
          error={faults.from}
        />
        <TextInput
          label="To"
          placeholder="05:00"
          w={120}
          {...bindText(window.to, (to) => onChange({ ...window, to }))}
          error={faults.to}
        />
      </Group>
      {onRemove && (
        <Group>
          <ActionButton variant="default" size="xs" aria-label={`Remove ${legend.toLowerCase()}`} onClick={onRemove}>
            Remove window
          </ActionButton>
        </Group>
      )}
    </Stack>
  </Fieldset>
);
