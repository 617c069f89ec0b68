import { Button, Group, Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../display/code-block.tsx';

/** Codes that stand in for the app, once each; shown only now. */
export function RecoveryCodes({ codes, onKept }: { codes: readonly string[]; onKept?: () => void }) {
  return (
    <Stack gap="xs">
      <CodeBlock text={codes.join('\n')} what="the recovery codes" />
      <Text variant="note">Each of them signs you in once without the app. They are not shown again.</Text>
      {onKept !== undefined && (
        <Group>
          <Button size="xs" variant="default" onClick={onKept}>
            I have kept them
          </Button>
        </Group>
      )}
    </Stack>
  );
}
