import { Button, Stack, Text } from '@mantine/core';
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
import { DeployForm } from './deploy-form.tsx';
import type { Host } from './fit.ts';
import {
  DeployHostsDocument,
  DeployNamesDocument,
  DeployOptionsDocument,
  DeploySiblingsDocument,
} from './operations.generated.ts';
import { choose, emptyPlan, executorOf, type Plan, readPlan, suggestedNames, writePlan } from './plan.ts';
import { orphanSources, type Sources, siblingSources } from './sources.ts';

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
  return (
    <>
      <PageHeader title="Deploy node">
        {plan !== emptyPlan && (
          <ActionButton variant="default" size="xs" onClick={forget}>
            Start over
          </ActionButton>
        )}
      </PageHeader>
      <Offers
        plan={plan}
        onChange={(changes) => setPlan((current) => ({ ...current, ...changes }))}
        onDeployed={forget}
      />
    </>
  );
}

const beginWith = ({ executor, adopt, seed }: DeploySearch): Plan => ({
  ...emptyPlan,
  executorId: executor ?? null,
  beginning: seed === undefined ? (adopt === undefined ? 'new' : 'adopt') : 'seed',
  sourceId: seed ?? adopt ?? null,
});

interface OffersProps {
  plan: Plan;
  onChange: (changes: Partial<Plan>) => void;
  onDeployed: () => void;
}

/** What the hosts offer, and have capacity for. */
function Offers({ plan, ...props }: OffersProps) {
  const hosts = useWholeList(DeployHostsDocument, {}, { shows: ['executor', 'node'] });
  const sources = useSources(plan, hosts.data ?? []);
  const executorId = executorOf(plan, sources.chosen);
  const options = useApiQuery(
    DeployOptionsDocument,
    { where: executorId ? { id: executorId } : null },
    { shows: ['executor'], keepsPrevious: true },
  );
  const names = useApiQuery(DeployNamesDocument, { names: suggestedNames }, { shows: ['node'] });
  return (
    <QueryView query={options} alongside={[hosts, names]} height={480}>
      {({ nodeOptions: offered }) => (
        <QueryView query={hosts}>
          {(all) => {
            const { nodes, nodeCounts } = names.data ?? {};
            const taken = (nodes ?? []).map(({ name }) => name);
            const chosen = offered && choose(plan, { offered, hosts: all, source: sources.chosen, names: taken });
            if (chosen === null || offered === null) return <NoHost {...{ executorId }} {...props} />;
            const hasNodes = nodeCounts?.total !== 0;
            return (
              <DeployForm {...props} plan={chosen} hosts={all} {...{ offered, sources: { ...sources, hasNodes } }} />
            );
          }}
        </QueryView>
      )}
    </QueryView>
  );
}

interface NoHostProps extends Pick<OffersProps, 'onChange'> {
  executorId: string | null;
}

const NoHost = ({ executorId, onChange }: NoHostProps) =>
  executorId === null ? (
    <Text>
      No online host can run nodes. See <TextLink to="/executors">all hosts</TextLink>.
    </Text>
  ) : (
    <Stack align="start">
      <Text>This host takes no new nodes or no longer exists.</Text>
      <Button variant="default" onClick={() => onChange({ beginning: 'new', executorId: null })}>
        Choose another host
      </Button>
    </Stack>
  );

function useSources({ beginning, sourceId }: Plan, hosts: readonly Host[]): Omit<Sources, 'hasNodes'> {
  const shows = ['node', 'executor'] as const;
  const siblings = useWholeList(DeploySiblingsDocument, {}, { shows, enabled: beginning === 'seed' });
  const kept = orphanSources(hosts);
  const all = { new: [], adopt: kept, seed: siblingSources(siblings.data ?? []) }[beginning];
  const chosen = all.find(({ id }) => id === sourceId) ?? null;
  return { all, chosen, isLoading: siblings.isLoading, hasKept: kept.length > 0 };
}
