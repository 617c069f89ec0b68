import { Button, Group, Stack, Text, Timeline } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Panel } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { AddHost } from '../executors/add-host.tsx';
import { DeployLink } from '../nodes/deploy-link.tsx';
import { type FirstStep, firstSteps } from './first-step.ts';

const titles: Readonly<Record<FirstStep, string>> = { host: 'Add a host', node: 'Deploy a node', alerts: 'Get alerts' };

interface FirstRunProps {
  step: FirstStep;
  /** The first host, once there is one. */
  host: string | undefined;
  /** Called when the person wants no alerts. */
  onDismiss: () => void;
}

/** The steps from an empty control plane to a node that somebody watches. The current one is open. */
export function FirstRun({ step, host = 'A host', onDismiss }: FirstRunProps) {
  const current = firstSteps.indexOf(step);
  return (
    <Panel title="Get started">
      <Timeline active={current} bulletSize={24} lineWidth={2}>
        {firstSteps.map((each, index) => (
          <Timeline.Item
            key={each}
            title={titles[each]}
            bullet={index < current ? <IconCheck size={14} aria-label="Done" /> : index + 1}
          >
            {each === step && (
              <Stack gap="sm" align={each === 'host' ? undefined : 'start'}>
                {each === 'host' && <AddHost isFirst />}
                {each === 'node' && (
                  <>
                    <Text fz="sm">
                      <ForeignText>{host}</ForeignText> is connected and ready for a node.
                    </Text>
                    <DeployLink />
                  </>
                )}
                {each === 'alerts' && (
                  <Group gap="xs">
                    <Text fz="sm">Choose where incidents are sent.</Text>
                    <Button component={Link} to="/notifications" size="xs">
                      Set up alerts
                    </Button>
                    <Button variant="subtle" size="xs" onClick={onDismiss}>
                      Skip
                    </Button>
                  </Group>
                )}
              </Stack>
            )}
          </Timeline.Item>
        ))}
      </Timeline>
    </Panel>
  );
}
