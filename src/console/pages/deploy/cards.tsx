import { Paper, SimpleGrid, Text } from '@mantine/core';
import { type ReactNode, useId } from 'react';
import { ForeignLine } from '../../display/text.tsx';

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
              <ForeignLine span fz="sm" fw={600} c={isDisabled ? 'dimmed' : undefined}>
                {title}
              </ForeignLine>
              {[...texts.entries()].map(([at, text]) => (
                <Text key={at} span display="block" variant="note">
                  {text}
                </Text>
              ))}
              <ForeignLine span display="block" fz="xs" c="var(--console-warning)">
                {warning}
              </ForeignLine>
            </span>
          </Paper>
        ))}
      </SimpleGrid>
      <ForeignLine c="var(--console-bad)" mt="xs">
        {fault}
      </ForeignLine>
    </>
  );
}
