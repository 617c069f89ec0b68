import { Anchor, Button, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers/query-view.tsx';
import { DeployOptionsDocument } from './operations.generated.ts';
import { choose, executorOf, type Plan } from './plan.ts';
import type { StepId } from './steps.ts';
import { useSources } from './use-source.ts';
import { WizardForm } from './wizard-form.tsx';

interface WizardProps {
  step: StepId;
  plan: Plan;
  onChange: (changes: Partial<Plan>) => void;
  /** Called once the node is made. */
  onDeployed: () => void;
}

/** Asks what is offered where the node may run, and leads through the steps. */
export function Wizard({ step, plan, onChange, onDeployed }: WizardProps) {
  const sources = useSources(plan);
  const executorId = executorOf(plan, sources.chosen);
  const query = useApiQuery(DeployOptionsDocument, { executorId }, { shows: ['executor'], keepsFormer: true });
  return (
    <QueryView query={query} height={480}>
      {({ nodeOptions }) => {
        const chosen = nodeOptions == null ? null : choose(plan, nodeOptions, sources.chosen);
        if (nodeOptions == null || chosen === null)
          return (
            <NothingOffered
              isNamed={executorId !== null}
              onOther={() => onChange({ beginning: 'new', executorId: null })}
            />
          );
        return <WizardForm {...{ step, plan: chosen, offered: nodeOptions, sources, onChange, onDeployed }} />;
      }}
    </QueryView>
  );
}

function NothingOffered({ isNamed, onOther }: { isNamed: boolean; onOther: () => void }) {
  if (!isNamed)
    return (
      <Text>
        No executor that is online offers anything now. The{' '}
        <Anchor component={Link} to="/" underline="always">
          overview
        </Anchor>{' '}
        says how a host joins.
      </Text>
    );
  return (
    <Stack align="start">
      <Text>This executor offers nothing now, or is not there any more.</Text>
      <Button variant="default" onClick={onOther}>
        Choose another one
      </Button>
    </Stack>
  );
}
