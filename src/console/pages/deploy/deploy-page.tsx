import { Text } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useApiQuery, useWholeList } from '../../api/use-api.tsx';
import { QueryView } from '../../display/answers.tsx';
import { ActionButton } from '../../display/form.tsx';
import { PageHeader, TextPage } from '../../display/page.tsx';
import { TextLink } from '../../display/text.tsx';
import { useRights, useViewer } from '../../session/viewer.ts';
import type { DeploySearch } from '../addresses.ts';
import { DeployForm, type DeployFormProps } from './deploy-form.tsx';
import {
  DeployHostsDocument,
  DeployNamesDocument,
  DeployOptionsDocument,
  DeploySiblingsDocument,
} from './operations.generated.ts';
import { choose, emptyPlan, executorOf, type Plan, readPlan, suggestedNames, writePlan } from './plan.ts';
import { orphanSources, siblingSources } from './sources.ts';

/** Deploys a node: one form that starts with what fits a host, and a summary that says what is missing. */
export function DeployPage() {
  const { mayChange } = useRights();
  return mayChange ? (
    <KeptPlan />
  ) : (
    <TextPage title="Deploy node">Only owners and admins of the organization can deploy nodes.</TextPage>
  );
}

const route = getRouteApi('/shell/nodes/new');

/** Keeps the plan in this tab until the node is deployed. An address that names a host or data replaces it. */
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
  const isNew = Object.keys(search).length > 0;
  useEffect(() => {
    if (!isNew) return;
    setPlan(beginWith(search));
    void navigate({ search: {}, replace: true });
  }, [isNew, search, setPlan, navigate]);
  if (isNew) return null;
  const change = (changes: Partial<Plan>) => setPlan((current) => ({ ...current, ...changes }));
  return (
    <>
      <PageHeader title="Deploy node">
        {writePlan(plan) !== writePlan(emptyPlan) && (
          <ActionButton variant="default" size="xs" onClick={forget}>
            Start over
          </ActionButton>
        )}
      </PageHeader>
      <Offers plan={plan} onChange={change} onDeployed={forget} />
    </>
  );
}

const beginWith = ({ executor, adopt, seed }: DeploySearch): Plan => ({
  ...emptyPlan,
  executorId: executor ?? null,
  beginning: seed === undefined ? (adopt === undefined ? 'new' : 'adopt') : 'seed',
  sourceId: seed ?? adopt ?? null,
});

/** Completes the plan with what the hosts offer, and have capacity for. */
function Offers({ plan, ...props }: Pick<DeployFormProps, 'onChange' | 'onDeployed'> & { plan: Plan }) {
  const shows = ['executor', 'node'] as const;
  const hosts = useWholeList(DeployHostsDocument, {}, { shows });
  const siblings = useWholeList(DeploySiblingsDocument, {}, { shows, enabled: plan.beginning === 'seed' });
  const names = useApiQuery(DeployNamesDocument, { names: suggestedNames }, { shows: ['node'] });
  const kept = orphanSources(hosts.data ?? []);
  const sources = { new: [], adopt: kept, seed: siblingSources(siblings.data ?? []) }[plan.beginning];
  const source = sources.find(({ id }) => id === plan.sourceId) ?? null;
  const executorId = executorOf(plan, source);
  const where = executorId === null ? null : { id: executorId };
  const options = useApiQuery(DeployOptionsDocument, { where }, { shows: ['executor'], keepsPrevious: true });
  return (
    <QueryView query={options} alongside={[hosts, names]} height={480}>
      {({ nodeOptions: offered }) => (
        <QueryView query={hosts}>
          {(all) => {
            const taken = (names.data?.nodes ?? []).map(({ name }) => name);
            const chosen = offered && choose(plan, { offered, hosts: all, source, names: taken });
            if (chosen === null || offered === null)
              return (
                <Text>
                  {executorId === null ? 'No online host can run nodes. ' : 'This host takes no new nodes. '}
                  See <TextLink to="/executors">all hosts</TextLink>.
                </Text>
              );
            const beginnings = { new: true, adopt: kept.length > 0, seed: names.data?.nodeCounts?.total !== 0 };
            return <DeployForm {...props} plan={chosen} hosts={all} {...{ offered, sources, beginnings }} />;
          }}
        </QueryView>
      )}
    </QueryView>
  );
}
