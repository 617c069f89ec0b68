import { Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import type { Sorting } from './column.ts';

interface FilterProps {
  label: string;
  /** The search parameter of the page that holds the value. */
  field: string;
}

interface ChoiceFilterProps<T extends string> extends FilterProps {
  values: readonly T[];
  wordOf?: (value: T) => string;
}

export function ChoiceFilter<T extends string>({ label, field, values, wordOf }: ChoiceFilterProps<T>) {
  const [value, change] = useField(field);
  return (
    <Select
      aria-label={label}
      placeholder={label}
      clearable
      allowDeselect
      className="filter"
      data={values.map((each) => ({ value: each, label: wordOf?.(each) ?? each }))}
      value={value ?? null}
      onChange={(chosen) => change(chosen ?? undefined)}
      clearButtonProps={{ 'aria-label': `Any: ${label}` }}
    />
  );
}

export function TextFilter({ label, field }: FilterProps) {
  const [value, change] = useField(field);
  return <FilterText label={label} value={value} onChange={change} />;
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
      className="filter"
    />
  );
}

function useField(field: string): [string | undefined, (value: string | undefined) => void] {
  const search: Readonly<Record<string, string | undefined>> = useSearch({ strict: false });
  const change = useAddressChange();
  return [search[field], (value) => change({ [field]: value })];
}

/** Returns the order of a list, which the search parameter `sort` holds: a column, prefixed with a minus for descending. */
export function useSorting(byDefault = 'name'): { sorting: Sorting; onSort: (sorting: Sorting) => void } {
  const [sort = byDefault, change] = useField('sort');
  return {
    sorting: { column: sort.replace(/^-/, ''), isDescending: sort.startsWith('-') },
    onSort: ({ column, isDescending }) => change(`${isDescending ? '-' : ''}${column}`),
  };
}

/** Returns a function that updates search parameters and replaces the history entry, so that the back button leaves the view. */
export function useAddressChange(): (changes: object) => void {
  const navigate = useNavigate();
  return (changes) => {
    const search = (current: object) => ({ ...current, ...changes });
    void navigate({ to: '.', search, replace: true, resetScroll: false } as never);
  };
}
