import { useSessionStorage } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useViewer } from '../../session/viewer.ts';
import { readPlan, writePlan } from './kept-plan.ts';
import { emptyPlan, type Plan } from './plan.ts';
import type { DeploySearch } from './search.ts';
import type { StepId } from './steps.ts';

const route = getRouteApi('/shell/nodes/new');

interface KeptPlan {
  /** Undefined for a moment, while the wizard begins anew. */
  step: StepId | undefined;
  plan: Plan;
  change: (changes: Partial<Plan>) => void;
  /** Once the node is made. */
  forget: () => void;
}

/** The plan of the wizard, which a step to and fro and a reload leave as it is. An address without a step begins anew. */
export function usePlan(): KeptPlan {
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
  return { step, plan, change: (changes) => setPlan((former) => ({ ...former, ...changes })), forget };
}

/** Returns the plan that an address asks to begin with. Pure. */
const beginWith = ({ executor, adopt, seed }: DeploySearch): Plan => ({
  ...emptyPlan,
  ...(executor === undefined ? {} : { executorId: executor }),
  ...(adopt === undefined ? {} : { beginning: 'adopt', adoptData: adopt }),
  ...(seed === undefined ? {} : { beginning: 'seed', seedFrom: seed }),
});
