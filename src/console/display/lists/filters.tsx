import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

interface FilterChoiceProps<T extends string> {
  label: string;
  values: readonly T[];
  value: T | undefined;
  onChange: (value: T | undefined) => void;
  wordOf?: (value: T) => string;
}

export function FilterChoice<T extends string>({ label, values, value, onChange, wordOf }: FilterChoiceProps<T>) {
  return (
    <Select
      aria-label={label}
      placeholder={label}
      clearable
      w={160}
      data={values.map((each) => ({ value: each, label: wordOf?.(each) ?? each }))}
      value={value ?? null}
      onChange={(chosen) => onChange(values.find((each) => each === chosen))}
      clearButtonProps={{ 'aria-label': `Any: ${label}` }}
    />
  );
}

interface FilterTextProps {
  label: string;
  value: string | undefined;
  /** Called when somebody has stopped typing; undefined for an empty text. */
  onChange: (value: string | undefined) => void;
}

export function FilterText({ label, value = '', onChange }: FilterTextProps) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const tell = useDebouncedCallback((text: string) => {
    told.current = text;
    onChange(text === '' ? undefined : text);
  }, 250);
  useEffect(() => {
    // From outside, such as by the back button; what came from here must not overtake the one who types.
    if (value !== told.current) setTyped(value);
    told.current = value;
  }, [value]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        tell(currentTarget.value);
      }}
      w={{ base: '100%', xs: 180 }}
    />
  );
}

/** Returns how a view changes some of what its address says. The history gets no entry: the back button leads to the view before. */
export function useAddressChange<S extends object>(): (changes: S) => void {
  const navigate = useNavigate();
  return (changes) =>
    void navigate({ to: '.', search: (former: object) => ({ ...former, ...changes }), replace: true } as never);
}
