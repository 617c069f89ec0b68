import { Button, Stack, Text } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApiQuery, useWholeList } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { PageHeader } from '../../display/page.tsx';
import { TextLink } from '../../display/text.tsx';
import { useRights, useViewer } from '../../session/viewer.ts';
import type { DeploySearch } from '../addresses.ts';
import { DeployOptionsDocument, DeployOrphansDocument, DeploySiblingsDocument } from './operations.generated.ts';
import {
  choose,
  emptyPlan,
  executorOf,
  orphanSources,
  type Plan,
  readPlan,
  siblingSources,
  writePlan,
} from './plan.ts';
import type { Sources, StepId } from './step-ids.ts';
import { WizardForm } from './wizard-form.tsx';

/** The deploy wizard: offers only supported choices, and ends with a review. */
export function DeployPage() {
  const { mayChange } = useRights();
  return (
    <>
      <PageHeader title="Deploy node" />
      {mayChange ? <KeptPlan /> : <Text>Only owners and admins of the organization can deploy nodes.</Text>}
    </>
  );
}

const route = getRouteApi('/shell/nodes/new');

/** Keeps the wizard's plan across navigation between steps and reloads. An address without a step resets it. */
function KeptPlan() {
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
  if (step === undefined) return null;
  const change = (changes: Partial<Plan>) => setPlan((current) => ({ ...current, ...changes }));
  return <Wizard {...{ step, plan }} onChange={change} onDeployed={forget} />;
}

const beginWith = ({ executor, adopt, seed }: DeploySearch): Plan => ({
  ...emptyPlan,
  executorId: executor ?? null,
  beginning: seed === undefined ? (adopt === undefined ? 'new' : 'adopt') : 'seed',
  sourceId: seed ?? adopt ?? null,
});

interface WizardProps {
  step: StepId;
  plan: Plan;
  onChange: (changes: Partial<Plan>) => void;
  onDeployed: () => void;
}

function Wizard({ plan, ...props }: WizardProps) {
  const sources = useSources(plan);
  const executorId = executorOf(plan, sources.chosen);
  const query = useApiQuery(
    DeployOptionsDocument,
    { where: executorId ? { id: executorId } : null },
    { shows: ['executor'], keepsPrevious: true },
  );
  return (
    <QueryView query={query} height={480}>
      {({ nodeOptions: offered }) => {
        const chosen = offered && choose(plan, offered, sources.chosen);
        if (chosen !== null && offered !== null)
          return <WizardForm {...props} plan={chosen} {...{ offered, sources }} />;
        if (executorId === null) return <NoHost />;
        return (
          <Stack align="start">
            <Text>This host cannot run nodes or no longer exists.</Text>
            <Button variant="default" onClick={() => props.onChange({ beginning: 'new', executorId: null })}>
              Choose another host
            </Button>
          </Stack>
        );
      }}
    </QueryView>
  );
}

const NoHost = () => (
  <Text>
    No online host can run nodes. See <TextLink to="/executors">all hosts</TextLink>.
  </Text>
);

function useSources({ beginning, sourceId }: Plan): Sources {
  const orphans = useWholeList(DeployOrphansDocument, {}, { shows: ['executor'], enabled: beginning === 'adopt' });
  const siblingOptions = { shows: ['node', 'executor'], enabled: beginning === 'seed' } as const;
  const siblings = useWholeList(DeploySiblingsDocument, {}, siblingOptions);
  if (beginning === 'new') return { query: undefined, all: [], chosen: null };
  const all = beginning === 'adopt' ? orphanSources(orphans.data ?? []) : siblingSources(siblings.data ?? []);
  const chosen = all.find(({ id }) => id === sourceId) ?? null;
  return { query: beginning === 'adopt' ? orphans : siblings, all, chosen };
}
