import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { bindText } from '../../display/form.tsx';
import { ForeignText } from '../../display/text.tsx';
import { type Choice, shownChoices } from './choices.ts';

interface NamePickerProps {
  label: string;
  /** Shown without choices. */
  empty: string;
  choices: readonly Choice[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
  error: string | undefined;
}

/** Above this number, choices have a search. */
const maxWithoutSearch = 8;

/** Chooses several of many names. */
export function NamePicker({ label, empty, choices, chosen, onChange, error }: NamePickerProps) {
  const [search, setSearch] = useState('');
  const { shown, more } = shownChoices(choices, chosen, search);
  return (
    <Checkbox.Group label={label} value={[...chosen]} onChange={onChange} error={error}>
      <Stack gap="xs" mt={4} mb={4}>
        {choices.length > maxWithoutSearch && (
          <TextInput size="xs" aria-label={`Search ${label}`} placeholder="Search" {...bindText(search, setSearch)} />
        )}
        <Stack gap={6} mah={180} style={{ overflowY: 'auto' }}>
          {shown.map(({ id, name }) => (
            <Checkbox key={id} value={id} label={<ForeignText>{name}</ForeignText>} />
          ))}
          {shown.length === 0 && <Text variant="hint">{choices.length === 0 ? empty : 'No matches'}</Text>}
        </Stack>
        {more > 0 && <Text variant="hint">{`${more} more. Search to see them.`}</Text>}
      </Stack>
    </Checkbox.Group>
  );
}
