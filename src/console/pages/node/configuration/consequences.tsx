import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { capitalized } from '../../../../text/capitalized.ts';
import { issueText } from '../../../display/explain-error.ts';
import { TextList } from '../../../display/lists/list.tsx';
import { ForeignLine, ForeignText } from '../../../display/text.tsx';
import { fieldWords } from '../../audit/action-words.ts';
import type { PreviewNodeChangeQuery } from './operations.generated.ts';

type Preview = NonNullable<PreviewNodeChangeQuery['previewNodeUpdate']>;
type Kind = Preview['changes'][number]['consequences'][number]['kind'];

const bad = 'var(--console-bad)';
const warning = 'var(--console-warning)';

/** Complete, so that a new kind cannot miss its color. */
const colors: Readonly<Record<Kind, string>> = {
  rebuilds_chain: bad,
  irreversible: bad,
  data_may_be_unreadable: bad,
  needs_missing_data: bad,
  wallets_unloadable: bad,
  memory_exceeded: bad,
  builds_index: warning,
  new_container: warning,
  stops: warning,
  option_dropped: warning,
  version_lowered: warning,
  behavior_changes: warning,
  unknown_changes: warning,
  default_changes: 'dimmed',
  starts: 'dimmed',
  nothing: 'dimmed',
};

const labelOf = (field: string): string =>
  field.startsWith('overrides.')
    ? field.slice('overrides.'.length)
    : capitalized(fieldWords(field.replace('resources.', '')));

/** A preview of a change: validation errors, and the consequences of each changed field. */
export const Consequences = ({ preview: { issues, changes } }: { preview: Preview }) => (
  <Stack gap="sm">
    <Refusal issues={issues} />
    {changes.map(({ field, from, to, consequences }) => (
      <div key={field}>
        <Text fz="sm" fw={600}>
          <ForeignText>{labelOf(field)}</ForeignText>: <ForeignText>{from ?? 'not set'}</ForeignText> →{' '}
          <ForeignText>{to ?? 'not set'}</ForeignText>
        </Text>
        {consequences.map(({ kind, message }) => (
          <ForeignLine key={message} fz="sm" c={colors[kind]}>
            {message}
          </ForeignLine>
        ))}
      </div>
    ))}
    {changes.length === 0 && issues.length === 0 && <Text variant="hint">No changes.</Text>}
  </Stack>
);

export const Refusal = ({ issues }: { issues: readonly { path: readonly string[]; message: string }[] }) =>
  issues.length === 0 ? null : (
    <Alert color="red" icon={<IconAlertTriangle aria-hidden />} title="Fix these first">
      <TextList texts={issues.map(issueText)} />
    </Alert>
  );
