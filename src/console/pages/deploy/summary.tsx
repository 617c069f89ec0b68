import { Alert, Box, Button, Group, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { networkFacts } from '../../../bitcoin/network.ts';
import { Failure } from '../../display/answers.tsx';
import { issueText } from '../../display/explain-error.ts';
import { Facts } from '../../display/facts.tsx';
import { ActionButton } from '../../display/form.tsx';
import { versionName } from '../../display/format.ts';
import { TextList } from '../../display/lists/list.tsx';
import { Panel } from '../../display/page.tsx';
import { ForeignText, LongText, TextButton } from '../../display/text.tsx';
import { describeResources } from './fit.ts';
import { type BlockProps, chainNameOf, consequencesOf } from './plan.ts';
import { repairsOf } from './repairs.ts';

interface SummaryProps extends BlockProps {
  isSettled: boolean;
  errors: readonly (Error | null)[];
  isPending: boolean;
  canDeploy: boolean;
}

/** The node as it would be, what is missing, and the button that deploys it. */
export function Summary(props: SummaryProps) {
  const { plan, preview, errors, isPending, canDeploy } = props;
  const { name, network, nodeType, lifecycle, resources, beginning } = plan;
  const version = versionName(plan);
  const state = lifecycle.warning === null ? [] : [`${version}: ${lifecycle.warning}.`];
  const all = consequencesOf(plan);
  const lasting = all.filter(({ isLasting }) => isLasting).map(({ text }) => text);
  const others = all.filter(({ isLasting }) => !isLasting).map(({ text }) => text);
  const syncTime = networkFacts(network).syncTime ?? 'none, starts empty';
  return (
    <Box flex="0 0 340px" pos={{ md: 'sticky' }} top={72}>
      <Panel title="Summary">
        <Stack gap="sm">
          <Facts
            facts={{
              Name: name || '–',
              Node: `${chainNameOf(plan)}, ${nodeType}`,
              Host: preview?.executor?.name ?? '–',
              Reserves: describeResources(resources),
              Version: version,
              ...(beginning === 'new' ? { 'First sync': syncTime } : { Sync: 'resumes from the chain data' }),
            }}
          />
          <Placement {...props} />
          {errors.map((error) => error !== null && <Failure key={error.message} error={error} />)}
          <Box c="var(--console-warning)">
            <TextList label="Warnings" texts={[...state, ...(preview?.notes ?? []), ...lasting]} />
          </Box>
          <TextList label="Consequences" texts={others} />
          <ActionButton type="submit" disabled={!canDeploy} loading={isPending} data-block>
            Deploy node
          </ActionButton>
        </Stack>
      </Panel>
    </Box>
  );
}

/** Why the node runs on its host; or what is missing, with what helps. */
function Placement({ plan, hosts, preview, faults, isSettled, onChange }: SummaryProps) {
  if (faults.length === 0) {
    const reason = preview?.placement?.reason;
    return (
      <Text variant="note" role="status">
        {reason === undefined || !isSettled ? 'Checking capacity…' : <ForeignText>{`Host: ${reason}.`}</ForeignText>}
      </Text>
    );
  }
  const isShort = preview?.issues.some(({ code }) => code === 'not_enough_resources' || code === 'no_executor_fits');
  return (
    <Alert
      role="status"
      color="orange"
      icon={<IconAlertTriangle aria-hidden />}
      title={isShort ? 'This node does not fit' : 'Fix these first'}
    >
      <Stack gap="xs">
        {[...faults.entries()].map(([key, { path, message }]) =>
          path.length === 0 ? (
            <LongText key={key}>{message}</LongText>
          ) : (
            <TextButton key={key} underline="always" ta="start" c="inherit" onClick={() => focusField(path)}>
              <ForeignText>{issueText({ path, message })}</ForeignText>
            </TextButton>
          ),
        )}
        <Group gap="xs">
          {isShort &&
            repairsOf(plan, hosts).map(({ label, changes }) => (
              <Button key={label} size="xs" variant="default" onClick={() => onChange(changes)}>
                {label}
              </Button>
            ))}
        </Group>
      </Stack>
    </Alert>
  );
}

/** Opens the block of a field, and focuses its first invalid input. */
function focusField([field]: readonly (string | number)[]): void {
  const block = document.querySelector(`[data-fields~="${field}"]`);
  if (block instanceof HTMLDetailsElement) block.open = true;
  const find = (selector: string) => block?.querySelector<HTMLElement>(selector);
  (find('[aria-invalid="true"]') ?? find('input:checked') ?? find('input'))?.focus();
}
