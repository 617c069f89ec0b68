import { Anchor, Group, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type StepId, stepIds, stepLabels } from './steps.ts';

interface StepLinksProps {
  present: StepId;
  /** The steps in which something is to be mended. */
  faulty: ReadonlySet<StepId>;
}

/** The steps, each a link: nothing that was typed is lost between them. */
export function StepLinks({ present, faulty }: StepLinksProps) {
  return (
    <nav aria-label="Steps">
      <Group component="ol" gap="md" p={0} m={0} style={{ listStyle: 'none' }}>
        {stepIds.map((step, index) => (
          <li key={step}>
            <Anchor
              component={Link}
              to="/nodes/new"
              search={{ step } as never}
              fz="sm"
              {...(step === present ? { 'aria-current': 'step', fw: 600, underline: 'always' } : {})}
            >
              {index + 1}. {stepLabels[step]}
            </Anchor>
            {faulty.has(step) && step !== present && (
              <Text span variant="note">
                {' '}
                (to do)
              </Text>
            )}
          </li>
        ))}
      </Group>
    </nav>
  );
}
