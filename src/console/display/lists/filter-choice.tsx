import { Select } from '@mantine/core';

interface FilterChoiceProps<T extends string> {
  label: string;
  values: readonly T[];
  value: T | undefined;
  /** Called with undefined when any will do. */
  onChange: (value: T | undefined) => void;
  /** How a value is shown. Default: as it is. */
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
