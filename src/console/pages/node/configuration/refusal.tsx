import { Alert, List } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { issueText } from '../../../display/answers/issue-text.ts';
import { ForeignText } from '../../../display/values/foreign-text.tsx';

/** Why a request would be refused. */
export const Refusal = ({ issues }: { issues: readonly { path: readonly string[]; message: string }[] }) =>
  issues.length === 0 ? null : (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title="This would be refused">
      <List fz="sm" spacing={4}>
        {issues.map(issueText).map((text) => (
          <List.Item key={text}>
            <ForeignText>{text}</ForeignText>
          </List.Item>
        ))}
      </List>
    </Alert>
  );
