import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { clientFamily } from '../../../bitcoin/clients/registry.ts';
import { networkFacts } from '../../../bitcoin/network.ts';
import type { ConfigIssue } from '../../../bitcoin/node-config.ts';
import { Failure } from '../../display/answers.tsx';
import { issueText } from '../../display/explain-error.ts';
import { Facts } from '../../display/facts.tsx';
import { ActionButton } from '../../display/form.tsx';
import { withKeys } from '../../display/lists/column.ts';
import { Panel } from '../../display/page.tsx';
import { ForeignText, LongText, TextButton } from '../../display/text.tsx';
import type { BlockProps, Preview } from './deploy-form.tsx';
import { describeResources } from './fit.ts';
import { consequencesOf } from './plan.ts';
import { repairsOf } from './repairs.ts';

interface SummaryProps extends BlockProps {
  /** Faults that the page found itself. */
  own: readonly ConfigIssue[];
  /** Faults that the preview found. */
  found: readonly (ConfigIssue & Pick<Preview['issues'][number], 'code'>)[];
  error: Error | null;
  isSettled: boolean;
  deploy: { error: Error | null; isPending: boolean };
  canDeploy: boolean;
}

/** The node as it would be, what is missing, and the button that deploys it. */
export function Summary(props: SummaryProps) {
  const { plan, preview, error, deploy, canDeploy } = props;
  const { name, network, nodeType, client, clientVersion, lifecycle, resources } = plan;
  const version = `${clientFamily(client).title} ${clientVersion}`;
  const state = lifecycle.warning === null ? [] : [{ text: `${version}: ${lifecycle.warning}.`, isLasting: true }];
  const notes = (preview?.notes ?? []).map((text) => ({ text, isLasting: true }));
  const all = [...state, ...notes, ...consequencesOf(plan)];
  return (
    <div className="summary">
      <Panel title="Summary">
        <Stack gap="sm">
          <Facts
            facts={{
              Name: name || '–',
              Node: `${network}, ${nodeType}`,
              Host: preview?.executor?.name ?? '–',
              Reserves: describeResources(resources),
              Version: version,
              'First sync': timeOf(props),
            }}
          />
          <Missing {...props} />
          {error !== null && <Failure error={error} />}
          {deploy.error !== null && <Failure error={deploy.error} />}
          <ActionButton type="submit" disabled={!canDeploy} loading={deploy.isPending} fullWidth data-block>
            Deploy node
          </ActionButton>
          <List fz="sm" spacing={4} aria-label="Consequences">
            {all
              .toSorted((a, b) => Number(b.isLasting ?? false) - Number(a.isLasting ?? false))
              .map(({ text, isLasting }) => (
                <List.Item key={text} c={isLasting ? 'var(--console-warning)' : undefined}>
                  <ForeignText>{text}</ForeignText>
                </List.Item>
              ))}
          </List>
        </Stack>
      </Panel>
    </div>
  );
}

function timeOf({ plan: { beginning, network } }: SummaryProps): string {
  if (beginning !== 'new') return 'continues from the chain data';
  return networkFacts(network).syncTime ?? 'none, starts empty';
}

/** Where the node will run, or what stands in its way, with what helps. */
function Missing({ plan, hosts, preview, own, found, isSettled, onChange }: SummaryProps) {
  const faults = own.length > 0 ? own : found;
  if (faults.length === 0) {
    const reason = preview?.placement?.reason;
    return (
      <Text variant="hint" role="status">
        {preview === undefined || !isSettled ? 'Checking capacity…' : <ForeignText>{`Host: ${reason}.`}</ForeignText>}
      </Text>
    );
  }
  const isShort = found.some(({ code }) => code === 'not_enough_resources' || code === 'no_executor_fits');
  return (
    <Alert
      color="orange"
      role="status"
      icon={<IconAlertTriangle aria-hidden />}
      title={isShort ? 'This node does not fit' : 'Fix these first'}
    >
      <List fz="sm" spacing={4} listStyleType="none">
        {withKeys(faults, issueText).map(({ key, entry }) => (
          <List.Item key={key}>
            {entry.path.length === 0 ? (
              <LongText>{issueText(entry)}</LongText>
            ) : (
              <TextButton underline="always" ta="start" c="inherit" onClick={() => focusField(String(entry.path[0]))}>
                <ForeignText>{issueText(entry)}</ForeignText>
              </TextButton>
            )}
          </List.Item>
        ))}
      </List>
      {isShort && (
        <Group gap="xs" mt="sm">
          {repairsOf(plan, hosts).map(({ label, changes }) => (
            <Button key={label} size="xs" variant="default" onClick={() => onChange(changes)}>
              {label}
            </Button>
          ))}
        </Group>
      )}
    </Alert>
  );
}

/** Opens the block of a field, and focuses its first invalid input. */
function focusField(field: string): void {
  const block = document.querySelector(`[data-fields~="${CSS.escape(field)}"]`);
  if (block instanceof HTMLDetailsElement) block.open = true;
  const invalid = block?.querySelector<HTMLElement>('[aria-invalid="true"]');
  (
    invalid ??
    block?.querySelector<HTMLElement>('input:checked') ??
    block?.querySelector<HTMLElement>('input')
  )?.focus();
}
