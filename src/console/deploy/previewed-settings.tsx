import { Stack, Title } from '@mantine/core';
import { SettingsTable } from '../node/configuration/settings-table.tsx';
import type { Preview } from './step-props.ts';

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
