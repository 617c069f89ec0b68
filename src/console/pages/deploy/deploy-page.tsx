import { Text } from '@mantine/core';
import { PageHeader } from '../../display/page-header.tsx';
import { useRights } from '../../session/viewer.ts';
import { usePlan } from './use-plan.ts';
import { Wizard } from './wizard.tsx';

/** Deploys a node, step by step: only what is offered can be chosen, and what it comes to is seen before. */
export function DeployPage() {
  const { mayChange } = useRights();
  return (
    <>
      <PageHeader title="Deploy a node" />
      {mayChange ? <Steps /> : <Text>Owners and admins of the organization deploy nodes.</Text>}
    </>
  );
}

function Steps() {
  const { step, plan, change, forget } = usePlan();
  return step === undefined ? null : <Wizard {...{ step, plan }} onChange={change} onDeployed={forget} />;
}
