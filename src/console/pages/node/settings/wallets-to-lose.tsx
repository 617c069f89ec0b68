import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { bindText } from '../../../display/form.tsx';
import { walletName } from '../../../display/format.ts';
import { ForeignText } from '../../../display/text.tsx';
import { namesIn } from './deletion.ts';

interface WalletsToLoseProps {
  /** Wallets in the data; null if unknown. */
  wallets: readonly string[] | null;
  /** Wallets confirmed so far. */
  named: readonly string[];
  onChange: (named: readonly string[]) => void;
}

/** Confirms the loss of each wallet: a checkbox for each, or a text field where the wallets are unknown. */
export function WalletsToLose({ wallets, named, onChange }: WalletsToLoseProps) {
  const [typed, setTyped] = useState('');
  if (wallets === null)
    return (
      <Stack gap="xs">
        <Text fz="sm" c="var(--console-warning)">
          The host has not reported the node’s wallets. Name every wallet: an unnamed one blocks the deletion of the
          data.
        </Text>
        <TextInput
          label="Wallets to delete permanently"
          description="Wallet names, separated by commas. A single comma stands for the unnamed default wallet."
          {...bindText(typed, (text) => {
            setTyped(text);
            onChange(namesIn(text));
          })}
          w={{ base: '100%', sm: 420 }}
        />
      </Stack>
    );
  if (wallets.length === 0) return <Text fz="sm">No wallets in the data.</Text>;
  return (
    <Checkbox.Group
      label="Wallets to delete permanently, including all coins without a key backup"
      value={[...named]}
      onChange={onChange}
    >
      <Stack gap="xs">
        {wallets.map((name) => (
          <Checkbox key={name} value={name} label={<ForeignText>{walletName(name)}</ForeignText>} />
        ))}
      </Stack>
    </Checkbox.Group>
  );
}
