import { Alert, List, Stack, Title } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { ForeignText } from '../display/foreign-text.tsx';
import { SettingsTable } from '../node/configuration/settings-table.tsx';
import type { Preview } from './step-props.ts';

/** Why a request would be refused. */
export const Refusal = ({ issues }: Pick<Preview, 'issues'>) =>
  issues.length === 0 ? null : (
    <Alert color="red" variant="light" icon={<IconAlertTriangle aria-hidden />} title="This would be refused">
      <List fz="sm" spacing={4}>
        {issues.map(({ message }) => (
          <List.Item key={message}>
            <ForeignText>{message}</ForeignText>
          </List.Item>
        ))}
      </List>
    </Alert>
  );

/** The whole configuration that a node would have. */
export const PreviewedSettings = ({ configChanges }: Pick<Preview, 'configChanges'>) =>
  configChanges.length === 0 ? null : (
    <Stack gap="xs">
      <Title order={3} fz="md">
        Effective configuration, {configChanges.length} settings
      </Title>
      <SettingsTable
        settings={configChanges.map(({ key, to, origin, note }) => ({
          ...{ key, value: to ?? null, origin: origin ?? 'platform', note: note ?? null },
        }))}
      />
    </Stack>
  );
