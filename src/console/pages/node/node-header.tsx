import { Alert, Anchor, Group, Text } from '@mantine/core';
import { IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { NodeLifecycleAction } from '../../../contract/types.generated.ts';
import { useApiMutation } from '../../api/use-api.tsx';
import { Confirm } from '../../display/dialogs/confirm.tsx';
import { ActButton } from '../../display/focus/act-button.tsx';
import { PageHeader } from '../../display/page-header.tsx';
import { ForeignText, MessageText } from '../../display/values/foreign-text.tsx';
import { LongText } from '../../display/values/long-text.tsx';
import { Phase } from '../../display/values/phase.tsx';
import { Lasting } from '../../display/values/time.tsx';
import { useRights } from '../../session/viewer.ts';
import { lifecycleActions, lifecycleConsequence } from './lifecycle-actions.ts';
import { NodeLifecycleDocument } from './operations.generated.ts';
import { Problems } from './problems.tsx';
import type { ShownNode } from './shown-node.ts';

const looks: Record<NodeLifecycleAction, { label: string; icon: typeof IconRefresh }> = {
  start: { label: 'Start', icon: IconPlayerPlay },
  stop: { label: 'Stop', icon: IconPlayerStop },
  restart: { label: 'Restart', icon: IconRefresh },
};

/** What a node is, where it is in its life and why, and what may be done now. Whatever disconnects clients is confirmed first. */
export function NodeHeader({ node }: { node: ShownNode }) {
  const { mayChange } = useRights();
  const [asked, setAsked] = useState<'restart' | 'stop'>();
  const lifecycle = useApiMutation(NodeLifecycleDocument, {
    failure: asked === undefined ? 'toast' : 'none',
    done: ({ requestNodeLifecycleAction: { waitsFor } }, { action }) =>
      waitsFor == null ? `${looks[action].label}: asked for.` : `${looks[action].label}: asked for. ${waitsFor}`,
  });
  const { phase, reason, since } = node.status;
  const actions = mayChange ? lifecycleActions(node) : [];
  return (
    <div>
      <PageHeader title={node.name} about={<About node={node} />}>
        {actions.map((action) => {
          const { label, icon: Icon } = looks[action];
          return (
            <ActButton
              key={action}
              variant="default"
              leftSection={<Icon size={16} aria-hidden />}
              loading={action === 'start' && lifecycle.isPending}
              onClick={() => (action === 'start' ? lifecycle.mutate({ id: node.id, action }) : setAsked(action))}
            >
              {label}
            </ActButton>
          );
        })}
      </PageHeader>
      <Confirm
        question={
          asked && {
            title: `${looks[asked].label} ${node.name}?`,
            consequence: lifecycleConsequence[asked],
            act: looks[asked].label,
            variables: { id: node.id, action: asked },
          }
        }
        onClose={() => setAsked(undefined)}
        mutation={lifecycle}
      />
      <Group gap="xs" mt={-8} wrap="wrap" role="status">
        <Text fw={600} span>
          <Phase phase={phase} />
        </Text>
        {since != null && (
          <Text span variant="hint">
            for <Lasting since={since} />
          </Text>
        )}
      </Group>
      {reason != null && (
        <Text mt={4} fz="sm">
          <LongText>{reason}</LongText>
        </Text>
      )}
      <Problems node={node} />
      {node.waitsFor != null && (
        <Alert mt="sm" color="orange" variant="light">
          <MessageText>{node.waitsFor}</MessageText>
        </Alert>
      )}
    </div>
  );
}

/** What it is, and where it runs. */
const About = ({ node: { network, nodeType, client, clientVersion, executor } }: { node: ShownNode }) => (
  <>
    {network}, {nodeType}, {client} {clientVersion}, on{' '}
    <Anchor component={Link} to={`/executors/${executor.id}`} inherit underline="always">
      <ForeignText>{executor.name}</ForeignText>
    </Anchor>
  </>
);
