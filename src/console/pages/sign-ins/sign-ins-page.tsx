import { Stack, Text, Title } from '@mantine/core';
import { IconLogin2 } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { SingleSignOnAttemptsDocument, type SingleSignOnAttemptsQuery } from '../../../client/operations.generated.ts';
import { useWholeList } from '../../api/use-api.tsx';
import { SidePanel } from '../../display/dialogs.tsx';
import { type Column, leadColumn, wideColumn } from '../../display/lists/column.ts';
import { Empty, TextList, WholeList } from '../../display/lists/list.tsx';
import { toneColumn } from '../../display/lists/rows.tsx';
import { PageHeader, TextPage } from '../../display/page.tsx';
import { ForeignText, formatInstant, MessageText, TextButton, Time, Tone } from '../../display/text.tsx';
import { useRights } from '../../session/viewer.ts';
import { findingsText } from './findings-text.ts';

type Attempt = NonNullable<SingleSignOnAttemptsQuery['singleSignOnAttempts']>[number];

export function SignInsPage() {
  const { isSystemAdmin } = useRights();
  if (isSystemAdmin) return <Attempts />;
  return (
    <TextPage title="Single sign-on">
      Only system administrators can see what the identity provider sends. If your own sign-in fails, the sign-in page
      shows why.
    </TextPage>
  );
}

function Attempts() {
  const [shown, setShown] = useState<Attempt>();
  const columns = useMemo(() => attemptColumns(setShown), []);
  return (
    <>
      <PageHeader
        title="Single sign-on"
        about="What the identity provider sent in recent sign-ins, and what the settings make of it. Values, names and addresses are not stored."
      />
      <WholeList
        query={useWholeList(SingleSignOnAttemptsDocument, {}, { shows: [], everySeconds: 15 })}
        height={320}
        label="Sign-ins"
        columns={columns}
        rowHeight={40}
        empty={
          <Empty icon={IconLogin2} title="No sign-ins">
            Nobody has signed in with single sign-on in the last 30 days.
          </Empty>
        }
      />
      <SidePanel title={({ at }) => formatInstant(at)} of={shown} onClose={() => setShown(undefined)}>
        {(attempt) => <AttemptDetails attempt={attempt} />}
      </SidePanel>
    </>
  );
}

const tones = { 'signed in': 'good', refused: 'bad' } as const;

const attemptColumns = (open: (attempt: Attempt) => void): readonly Column<Attempt>[] => [
  toneColumn('Outcome', '112px', tones, ({ refusal }) => (refusal == null ? 'signed in' : 'refused')),
  leadColumn('Findings', 4, (attempt) => (
    <TextButton onClick={() => open(attempt)}>
      <ForeignText>{findingsText(attempt)}</ForeignText>
    </TextButton>
  )),
  wideColumn('Time', '110px', ({ at }) => <Time at={at} />),
];

function AttemptDetails({ attempt: { refusal, checks, claims, groups } }: { attempt: Attempt }) {
  return (
    <Stack gap="md">
      {refusal != null && (
        <Text fz="sm">
          <MessageText>{refusal}</MessageText>
        </Text>
      )}
      <Title order={2}>Settings</Title>
      {checks.map(({ setting, claim, isSatisfied, found }) => (
        <Text key={setting} fz="sm" component="div">
          <Tone tone={isSatisfied ? 'good' : 'warning'}>{setting}</Tone>{' '}
          <ForeignText>{`${claim}: ${found}`}</ForeignText>
        </Text>
      ))}
      <Title order={2}>Received claims</Title>
      <TextList label="Received claims" texts={claims} />
      <Title order={2}>Received groups</Title>
      {groups == null || groups.length === 0 ? (
        <Text variant="hint">{groups == null ? 'The provider sent no groups.' : 'An empty list.'}</Text>
      ) : (
        <TextList label="Received groups" texts={groups} />
      )}
    </Stack>
  );
}
