import { Alert, Group, Text } from '@mantine/core';
import { PageHeader } from '../../display/page-header.tsx';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Time } from '../../display/values/time.tsx';
import { ExecutorState } from '../executors/state.tsx';
import type { ShownExecutor } from './shown-executor.ts';

/** What an executor is, whether it is heard of, and why it takes no nodes. */
export function ExecutorHeader({ executor }: { executor: ShownExecutor }) {
  const { name, createdAt, lastSeenAt, cordon, drain } = executor;
  const held = drain ?? cordon;
  return (
    <div>
      <PageHeader
        title={name}
        about={
          <>
            joined <Time at={createdAt} />
          </>
        }
      />
      <Group gap="xs" mt={-8} role="status">
        <Text fw={600} span>
          <ExecutorState {...executor} />
        </Text>
        <Text span variant="hint">
          last seen <Time at={lastSeenAt} isPast />
        </Text>
      </Group>
      {held != null && (
        <Alert mt="sm" color="orange" variant="light" title={drain == null ? 'Takes no new nodes' : 'Runs no nodes'}>
          <ForeignText>{held.reason}</ForeignText> (<ForeignText>{held.by}</ForeignText>, <Time at={held.at} />)
        </Alert>
      )}
    </div>
  );
}
