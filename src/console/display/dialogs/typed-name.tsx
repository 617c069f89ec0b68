import { TextInput } from '@mantine/core';

interface TypedNameProps {
  name: string;
  /** What follows, after «to». */
  act: string;
  value: string;
  onChange: (value: string) => void;
  autoFocus?: boolean;
}

/** Has the name of something typed out before it is gone for good. */
export const TypedName = ({ name, act, value, onChange, autoFocus = false }: TypedNameProps) => (
  <TextInput
    label={`Type ${name} to ${act}`}
    value={value}
    autoFocus={autoFocus}
    onChange={({ currentTarget }) => onChange(currentTarget.value)}
    autoComplete="off"
    spellCheck={false}
    w={{ base: '100%', sm: 420 }}
  />
);
