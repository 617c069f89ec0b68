import { TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useEffect, useRef, useState } from 'react';

interface FilterTextProps {
  label: string;
  value: string | undefined;
  /** Called when somebody has stopped typing; undefined for an empty text. */
  onChange: (value: string | undefined) => void;
}

/** A text by which a list is filtered. */
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
