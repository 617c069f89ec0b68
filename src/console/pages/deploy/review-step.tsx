import { List, Stack, Text, Title } from '@mantine/core';
import { counted } from '../../../text/counted.ts';
import { formatGiB, formatMiB, formatNumber } from '../../display/values/amounts.ts';
import { ForeignText } from '../../display/values/foreign-text.tsx';
import { Refusal } from '../node/configuration/refusal.tsx';
import { SettingsTable } from '../node/configuration/settings-table.tsx';
import { consequencesOf } from './consequences.ts';
import type { Preview, StepProps } from './step-props.ts';

/** The whole request, what follows from it, and the configuration that it makes. */
export function ReviewStep({ plan, preview }: StepProps) {
  const { name, network, nodeType, client, clientVersion, resources } = plan;
  return (
    <Stack>
      <Text fz="sm">
        <ForeignText>{name === '' ? 'A node without a name' : name}</ForeignText>: a {nodeType} node of {network} with
        {client} {clientVersion}, {counted(resources.cpuCores, 'core', formatNumber(resources.cpuCores, 1))},{' '}
        {formatMiB(resources.memoryMiB)} of memory and {formatGiB(resources.diskGiB)} of planned disk.
      </Text>
      <List fz="sm" spacing={4} aria-label="What follows">
        {consequencesOf(plan).map(({ text, isLasting }) => (
          <List.Item key={text} {...(isLasting ? { c: 'var(--console-warning)' } : {})}>
            <ForeignText>{text}</ForeignText>
          </List.Item>
        ))}
      </List>
      {preview === undefined ? (
        <Text variant="hint">The configuration is shown once nothing is to be mended.</Text>
      ) : (
        <>
          <Refusal issues={preview.issues} />
          <PreviewedSettings configChanges={preview.configChanges} />
        </>
      )}
    </Stack>
  );
}

/** The whole configuration that a node would have. */
const PreviewedSettings = ({ configChanges }: Pick<Preview, 'configChanges'>) =>
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
