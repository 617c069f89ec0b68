import { Box, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CreateNodeDocument } from '../../../client/operations.generated.ts';
import { keyOf, useFormMutation } from '../../api/use-api.tsx';
import { usePreview } from '../node/configuration/use-preview.ts';
import { HostBlock, NameBlock, NetworkBlock, StorageBlock } from './blocks.tsx';
import { ConfBlock } from './conf-block.tsx';
import { AdvancedBlock, ChainDataBlock, SignetBlock, TorBlock } from './folded-blocks.tsx';
import { PreviewDeploymentDocument } from './operations.generated.ts';
import { type BlockProps, faultsOf, inputOf } from './plan.ts';
import { Summary } from './summary.tsx';

export interface DeployFormProps extends Omit<BlockProps, 'faults' | 'preview'> {
  onDeployed: () => void;
}

export function DeployForm({ onDeployed, ...props }: DeployFormProps) {
  const data = inputOf(props.plan);
  const deploy = useDeploy(onDeployed);
  const { faults, preview, isSettled, canDeploy, error } = useJudgedPlan(props.plan);
  const block = { ...props, faults, preview };
  return (
    <Box
      component="form"
      display={{ base: 'block', md: 'flex' }}
      style={{ gap: 16, alignItems: 'start' }}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        if (canDeploy && !deploy.isPending) deploy.mutate({ data });
      }}
    >
      <Stack flex={1} miw={0} mb="md">
        <ChainDataBlock {...block} />
        <ConfBlock {...block} />
        <NetworkBlock {...block} />
        <SignetBlock {...block} />
        <StorageBlock {...block} />
        <HostBlock {...block} />
        <NameBlock {...block} />
        <TorBlock {...block} />
        <AdvancedBlock {...block} />
      </Stack>
      <Summary {...block} {...{ isSettled, canDeploy }} errors={[error, deploy.error]} isPending={deploy.isPending} />
    </Box>
  );
}

/** Returns the mutation that deploys the node and shows its page. */
function useDeploy(onDeployed: () => void) {
  const navigate = useNavigate();
  const queries = useQueryClient();
  return useFormMutation(CreateNodeDocument, {
    done: ({
      createNode: {
        node: { name },
      },
    }) => `Deploying ${name}…`,
    onDone: ({
      createNode: {
        node: { id },
      },
    }) => {
      onDeployed();
      void navigate({ to: '/nodes/$nodeId', params: { nodeId: id } });
    },
    // The preview has the reason at its field.
    onError: () => void queries.invalidateQueries({ queryKey: keyOf(PreviewDeploymentDocument, {}).slice(0, 1) }),
  });
}

/** Judges a plan here, and then by the control plane's preview. Its faults beside others of the same field are left out. */
function useJudgedPlan(plan: BlockProps['plan']) {
  const own = faultsOf(plan);
  // A missing name does not block the placement preview.
  const enabled = own.every(({ path }) => path[0] === 'name');
  const shows = ['executor', 'node'] as const;
  const variables = { data: inputOf(plan) };
  const { preview: answer, error, isSettled } = usePreview(PreviewDeploymentDocument, variables, { shows, enabled });
  const preview = answer?.previewNodeCreation ?? undefined;
  const found = (preview?.issues ?? []).map((issue) => ({
    ...issue,
    path: issue.path.slice(issue.path[0] === 'data' ? 1 : 0),
  }));
  return {
    faults: [...own, ...found.filter((each) => !own.some(({ path }) => path[0] === each.path[0]))],
    preview,
    isSettled,
    canDeploy: own.length === 0 && isSettled && preview?.accepted === true,
    error,
  };
}
