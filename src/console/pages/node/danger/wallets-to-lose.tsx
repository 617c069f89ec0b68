import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { walletName } from '../../../display/format.ts';
import { ForeignText } from '../../../display/text.tsx';
import { namesIn } from './deletion.ts';

interface WalletsToLoseProps {
  /** The names of the wallets in the data; null where they are not known. */
  wallets: readonly string[] | null;
  /** Those that were named so far. */
  named: readonly string[];
  onChange: (named: readonly string[]) => void;
}

/** Has each wallet named that is lost with the data: one box to tick for each, or their names where they are not known. */
export function WalletsToLose({ wallets, named, onChange }: WalletsToLoseProps) {
  const [typed, setTyped] = useState('');
  if (wallets === null)
    return (
      <Stack gap="xs">
        <Text fz="sm" c="var(--console-warning)">
          Which wallets are in it is not known: its executor has not read them. A wallet that is not named keeps the
          data from being removed.
        </Text>
        <TextInput
          label="Wallets in it that are lost for ever"
          description="Their names, with commas; a lone comma names the default one, which has no name."
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            onChange(namesIn(currentTarget.value));
          }}
          autoComplete="off"
          spellCheck={false}
          w={{ base: '100%', sm: 420 }}
        />
      </Stack>
    );
  if (wallets.length === 0) return <Text fz="sm">There is no wallet in it.</Text>;
  return (
    <Checkbox.Group
      label="Wallets in it that are lost for ever, with every coin whose keys are nowhere else"
      value={[...named]}
      onChange={onChange}
    >
      <Stack gap="xs" mt={4}>
        {wallets.map((name) => (
          <Checkbox key={name} value={name} label={<ForeignText>{walletName(name)}</ForeignText>} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
