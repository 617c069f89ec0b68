import { Paper, SimpleGrid, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { ForeignText } from '../../display/text.tsx';

export interface Card<T> {
  value: T;
  /** Default: the value. */
  title?: string;
  texts: readonly ReactNode[];
  warning?: string | undefined;
  isDisabled?: boolean;
}

interface CardsProps<T> {
  label: string;
  cards: readonly Card<T>[];
  value: T;
  fault: string | undefined;
  onChange: (value: T) => void;
}

const style = { gap: 10, cursor: 'pointer', borderColor: 'var(--console-line)' };
const chosenStyle = {
  ...style,
  borderColor: 'var(--mantine-primary-color-filled)',
  boxShadow: 'inset 0 0 0 1px var(--mantine-primary-color-filled)',
};

/** Radio buttons as cards. */
export function Cards<T extends string>({ label, cards, value: chosen, fault, onChange }: CardsProps<T>) {
  const name = useId();
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" role="radiogroup" aria-label={label}>
        {cards.map(({ value, title = value, texts, warning, isDisabled = false }) => (
          <Paper
            key={value}
            component="label"
            withBorder
            p="sm"
            display="flex"
            style={value === chosen ? chosenStyle : style}
          >
            <input
              className="choice"
              type="radio"
              {...{ name, value }}
              checked={value === chosen}
              disabled={isDisabled}
              onChange={() => onChange(value)}
            />
            <span style={{ flex: 1, minWidth: 0 }}>
              <Text span fz="sm" fw={600} c={isDisabled ? 'dimmed' : undefined}>
                <ForeignText>{title}</ForeignText>
              </Text>
              {[...texts.entries()].map(([at, text]) => (
                <Text key={at} span display="block" variant="note">
                  {text}
                </Text>
              ))}
              {warning !== undefined && (
                <Text span display="block" fz="xs" c="var(--console-warning)">
                  <ForeignText>{warning}</ForeignText>
                </Text>
              )}
            </span>
          </Paper>
        ))}
      </SimpleGrid>
      {fault !== undefined && (
        <Text fz="sm" c="var(--console-bad)" mt="xs">
          <ForeignText>{fault}</ForeignText>
        </Text>
      )}
    </>
  );
}
