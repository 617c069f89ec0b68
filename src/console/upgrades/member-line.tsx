import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ForeignText } from '../display/foreign-text.tsx';
import { Tone } from '../display/phase.tsx';
import type { MemberProgress } from './rollout.ts';

/** How far one executor of a plan is. */
export function MemberLine({ member: { id, name, word, tone, progress, reason } }: { member: MemberProgress }) {
  return (
    <Group gap="sm">
      <Anchor component={Link} to="/executors/$executorId" params={{ executorId: id } as never} fz="sm" fw={500}>
        <ForeignText>{name}</ForeignText>
      </Anchor>
      <Tone tone={tone}>{progress === null ? word : `${word}, ${progress} %`}</Tone>
      {reason !== null && (
        <Text fz="sm" c="dimmed">
          <ForeignText>{reason}</ForeignText>
        </Text>
      )}
    </Group>
  );
}
