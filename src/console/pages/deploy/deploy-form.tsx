import { Box, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { CreateNodeDocument } from '../../../client/operations.generated.ts';
import { keyOf, useFormMutation } from '../../api/use-api.tsx';
import { usePreview } from '../node/configuration/use-preview.ts';
import { HostBlock, NameBlock, NetworkBlock, StorageBlock } from './blocks.tsx';
import { ConfBlock } from './conf-block.tsx';
import { AdvancedBlock, ChainDataBlock, SignetBlock } from './folded-blocks.tsx';
import { PreviewDeploymentDocument } from './operations.generated.ts';
import { type BlockProps, faultsOf, inputOf } from './plan.ts';
import { Summary } from './summary.tsx';

export interface DeployFormProps extends Omit<BlockProps, 'faults' | 'preview'> {
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
  const shows = ['executor', 'node'] as const;
  const { preview: answer, error, isSettled } = usePreview(PreviewDeploymentDocument, { data }, { shows, enabled });
  const preview = answer?.previewNodeCreation ?? undefined;
  const found = (preview?.issues ?? []).map((issue) => ({
    ...issue,
    path: issue.path.slice(issue.path[0] === 'data' ? 1 : 0),
  }));
  const deploy = useFormMutation(CreateNodeDocument, {
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
  const canDeploy = own.length === 0 && isSettled && preview?.accepted === true;
  const block = {
    ...props,
    faults: [...own, ...found.filter((each) => !own.some(({ path }) => path[0] === each.path[0]))],
    preview,
  };
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
        <AdvancedBlock {...block} />
      </Stack>
      <Summary {...block} {...{ isSettled, canDeploy }} errors={[error, deploy.error]} isPending={deploy.isPending} />
    </Box>
  );
}
