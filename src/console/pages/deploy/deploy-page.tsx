import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { getRouteApi, Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApiQuery } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { PageHeader } from '../../display/page.tsx';
import { useRights, useViewer } from '../../session/viewer.ts';
import type { DeploySearch } from '../addresses.ts';
import { DeployOptionsDocument } from './operations.generated.ts';
import { choose, emptyPlan, executorOf, type Plan, readPlan, writePlan } from './plan.ts';
import type { StepId } from './step-ids.ts';
import { useSources } from './use-source.ts';
import { WizardForm } from './wizard-form.tsx';

/** The deploy wizard: offers only supported choices, and ends with a review. */
export function DeployPage() {
  const { mayChange } = useRights();
  return (
    <>
      <PageHeader title="Deploy node" />
      {mayChange ? <Steps /> : <Text>Only owners and admins of the organization can deploy nodes.</Text>}
    </>
  );
}

function Steps() {
  const { step, plan, change, forget } = usePlan();
  return step === undefined ? null : <Wizard {...{ step, plan }} onChange={change} onDeployed={forget} />;
}

const route = getRouteApi('/shell/nodes/new');

interface KeptPlan {
  /** Undefined for a moment, while the wizard resets. */
  step: StepId | undefined;
  plan: Plan;
  change: (changes: Partial<Plan>) => void;
  forget: () => void;
}

/** The wizard's plan, which survives navigation between steps and reloads. An address without a step resets it. */
function usePlan(): KeptPlan {
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const { organization } = useViewer();
  const [plan, setPlan, forget] = useSessionStorage<Plan>({
    key: `satrap.deploy.${organization?.id}`,
    defaultValue: emptyPlan,
    serialize: writePlan,
    deserialize: readPlan,
    getInitialValueInEffect: false,
  });
  const { step } = search;
  useEffect(() => {
    if (step !== undefined) return;
    setPlan(beginWith(search));
    void navigate({ search: { step: 'where' }, replace: true });
  }, [step, search, setPlan, navigate]);
  return { step, plan, change: (changes) => setPlan((current) => ({ ...current, ...changes })), forget };
}

const beginWith = ({ executor, adopt, seed }: DeploySearch): Plan => ({
  ...emptyPlan,
  ...(executor === undefined ? {} : { executorId: executor }),
  ...(adopt === undefined ? {} : { beginning: 'adopt', adoptData: adopt }),
  ...(seed === undefined ? {} : { beginning: 'seed', seedFrom: seed }),
});

interface WizardProps {
  step: StepId;
  plan: Plan;
  onChange: (changes: Partial<Plan>) => void;
  onDeployed: () => void;
}

function Wizard({ step, plan, onChange, onDeployed }: WizardProps) {
  const sources = useSources(plan);
  const executorId = executorOf(plan, sources.chosen);
  const query = useApiQuery(DeployOptionsDocument, { executorId }, { shows: ['executor'], keepsPrevious: true });
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
        No online host can run nodes. See{' '}
        <Anchor component={Link} to="/executors" underline="always">
          all hosts
        </Anchor>
        .
      </Text>
    );
  return (
    <Stack align="start">
      <Text>This host cannot run nodes or no longer exists.</Text>
      <Button variant="default" onClick={onOther}>
        Choose another host
      </Button>
    </Stack>
  );
}
