import { Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ConfigIssue } from '../../../bitcoin/node-config.ts';
import { keyOf, useFormMutation } from '../../api/use-api.tsx';
import { usePreview } from '../node/configuration/use-preview.ts';
import { AdvancedBlock } from './advanced.tsx';
import { NameBlock, NetworkBlock, StorageBlock } from './blocks.tsx';
import { ChainDataBlock } from './chain-data.tsx';
import type { Host } from './fit.ts';
import { HostBlock } from './host-block.tsx';
import { DeployNodeDocument, PreviewDeploymentDocument, type PreviewDeploymentQuery } from './operations.generated.ts';
import { type ChosenPlan, faultsOf, inputOf, type Offered, type Plan } from './plan.ts';
import type { Sources } from './sources.ts';
import { Summary } from './summary.tsx';

export type Preview = NonNullable<PreviewDeploymentQuery['previewNodeCreation']>;

export interface BlockProps {
  plan: ChosenPlan;
  offered: Offered;
  hosts: readonly Host[];
  sources: Sources;
  /** Validation errors of the page and the control plane, by field of the request. */
  faults: readonly ConfigIssue[];
  /** Undefined while loading, and for an invalid plan. */
  preview: Preview | undefined;
  onChange: (changes: Partial<Plan>) => void;
}

interface DeployFormProps extends Omit<BlockProps, 'faults' | 'preview'> {
  onDeployed: () => void;
}

export function DeployForm({ onDeployed, ...props }: DeployFormProps) {
  const { plan } = props;
  const navigate = useNavigate();
  const queries = useQueryClient();
  const own = faultsOf(plan);
  // A missing name does not block the placement preview.
  const enabled = own.every(({ path }) => path[0] === 'name');
  const data = inputOf(plan);
  const { preview: answer, ...state } = usePreview(
    PreviewDeploymentDocument,
    { data },
    { shows: ['executor', 'node'], enabled },
  );
  const preview = answer?.previewNodeCreation ?? undefined;
  const found = (preview?.issues ?? []).map((issue) => ({
    ...issue,
    path: issue.path.slice(issue.path[0] === 'data' ? 1 : 0),
  }));
  const deploy = useFormMutation(DeployNodeDocument, {
    done: ({ createNode: { name } }) => `Deploying ${name}…`,
    onDone: ({ createNode: { id } }) => {
      onDeployed();
      void navigate({ to: '/nodes/$nodeId', params: { nodeId: id } });
    },
    // The preview has the reason at its field.
    onError: () => void queries.invalidateQueries({ queryKey: keyOf(PreviewDeploymentDocument, {}).slice(0, 1) }),
  });
  const canDeploy = own.length === 0 && state.isSettled && preview?.accepted === true;
  const block = { ...props, faults: [...own, ...found], preview };
  return (
    <form
      className="with-summary"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (canDeploy && !deploy.isPending) deploy.mutate({ data });
      }}
    >
      <Stack miw={0}>
        <NetworkBlock {...block} />
        <StorageBlock {...block} />
        <HostBlock {...block} />
        <NameBlock {...block} />
        <ChainDataBlock {...block} />
        <AdvancedBlock {...block} />
      </Stack>
      <Summary {...block} {...state} {...{ own, found, deploy, canDeploy }} />
    </form>
  );
}
