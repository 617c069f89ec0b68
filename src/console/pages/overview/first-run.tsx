import { Badge, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Panel } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { AddHost } from '../executors/add-host.tsx';
import { DeployLink } from '../nodes/deploy-link.tsx';
import { type FirstStep, firstSteps } from './first-step.ts';

const titles: Readonly<Record<FirstStep, string>> = {
  host: 'Add a host',
  node: 'Deploy a node',
  alerts: 'Get alerts',
};

interface FirstRunProps {
  step: FirstStep;
  /** The first host, once there is one. */
  host: string | undefined;
  /** Called when the person wants no alerts. */
  onDismiss: () => void;
}

/** The steps from an empty control plane to a node that somebody watches. The current one is open. */
export function FirstRun({ step, host, onDismiss }: FirstRunProps) {
  const { mayChange } = useRights();
  const contents: Readonly<Record<FirstStep, ReactNode>> = {
    host: <AddHost isFirst />,
    node: (
      <>
        <Text fz="sm">
          {host === undefined ? 'A host' : <ForeignText>{host}</ForeignText>} is connected and ready for a node.
        </Text>
        <DeployLink />
      </>
    ),
    alerts: (
      <>
        <Text fz="sm">Choose where incidents are sent, so that you learn of a failing node without this page.</Text>
        <Group gap="xs">
          <Button component={Link} to="/notifications" size="xs">
            Set up alerts
          </Button>
          <Button variant="subtle" size="xs" onClick={onDismiss}>
            Skip
          </Button>
        </Group>
      </>
    ),
  };
  const current = firstSteps.indexOf(step);
  if (!mayChange)
    return (
      <Panel title="Get started">
        <Text fz="sm">
          {step === 'host' ? 'No hosts yet.' : 'No nodes yet.'} Ask an owner or admin of the organization to add one.
        </Text>
      </Panel>
    );
  return (
    <Panel title="Get started">
      <Stack component="ol" className="plain" gap="sm">
        {firstSteps.map((each, index) => (
          <li key={each} aria-current={each === step ? 'step' : undefined}>
            <Group gap="sm" wrap="nowrap">
              <Badge circle size="lg" variant={index > current ? 'default' : 'filled'} aria-hidden>
                {index < current ? <IconCheck size={14} /> : index + 1}
              </Badge>
              <Text fw={each === step ? 600 : 400} c={index > current ? 'dimmed' : undefined}>
                {titles[each]}
                {index < current && ': done'}
              </Text>
            </Group>
            {each === step && (
              <Box ps={36} pt="xs">
                <Stack gap="sm" align={each === 'host' ? 'stretch' : 'start'}>
                  {contents[each]}
                </Stack>
              </Box>
            )}
          </li>
        ))}
      </Stack>
    </Panel>
  );
}
