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
  /** Called when typing pauses; undefined for an empty text. */
  onChange: (value: string | undefined) => void;
}

export function FilterText({ label, value = '', onChange }: FilterTextProps) {
  const [typed, setTyped] = useState(value);
  const reported = useRef(value);
  const report = useDebouncedCallback((text: string) => {
    reported.current = text;
    onChange(text === '' ? undefined : text);
  }, 250);
  useEffect(() => {
    // An external change, such as by the back button. The echo of our own change must not overwrite newer input.
    if (value !== reported.current) setTyped(value);
    reported.current = value;
  }, [value]);
  return (
    <TextInput
      type="search"
      aria-label={label}
      placeholder={label}
      value={typed}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        report(currentTarget.value);
      }}
      w={{ base: '100%', xs: 180 }}
    />
  );
}

/** Returns a function that updates search parameters and replaces the history entry, so that the back button leaves the view. */
export function useAddressChange<S extends object>(): (changes: S) => void {
  const navigate = useNavigate();
  return (changes) =>
    void navigate({ to: '.', search: (current: object) => ({ ...current, ...changes }), replace: true } as never);
}
