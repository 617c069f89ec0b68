import { Text } from '@mantine/core';
import { useState } from 'react';
import { useApiQuery } from '../api/use-api.tsx';
import { PageHeader } from '../display/page-header.tsx';
import { QueryView } from '../display/query-view.tsx';
import { useRights } from '../session/viewer.ts';
import { DeployForm } from './deploy-form.tsx';
import { DeployOptionsDocument } from './operations.generated.ts';
import { choose, emptyPlan, type Plan } from './plan.ts';

/** Deploys a node: only what is offered can be chosen, and what it comes to is seen before. */
export function DeployPage() {
  const { mayChange } = useRights();
  const [plan, setPlan] = useState<Plan>(emptyPlan);
  const { executorId } = plan;
  const query = useApiQuery(DeployOptionsDocument, { executorId }, { shows: ['executor'], keepsFormer: true });
  return (
    <>
      <PageHeader title="Deploy a node" />
      {mayChange ? (
        <QueryView query={query} height={480}>
          {({ nodeOptions }) => {
            const chosen = nodeOptions == null ? null : choose(plan, nodeOptions);
            return nodeOptions == null || chosen === null ? (
              <Text>No executor that is online offers anything now. The overview says how a host joins.</Text>
            ) : (
              <DeployForm
                plan={chosen}
                offered={nodeOptions}
                onChange={(changes) => setPlan({ ...plan, ...changes })}
              />
            );
          }}
        </QueryView>
      ) : (
        <Text>Owners and admins of the organization deploy nodes.</Text>
      )}
    </>
  );
}
