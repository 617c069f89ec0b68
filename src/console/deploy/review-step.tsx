import { List, Stack, Text } from '@mantine/core';
import { counted } from '../../text/counted.ts';
import { formatGiB, formatMiB, formatNumber } from '../display/values/amounts.ts';
import { ForeignText } from '../display/values/foreign-text.tsx';
import { Refusal } from '../node/configuration/refusal.tsx';
import { consequencesOf } from './consequences.ts';
import { PreviewedSettings } from './previewed-settings.tsx';
import type { StepProps } from './step-props.ts';

/** The whole request, what follows from it, and the configuration that it makes. */
export function ReviewStep({ plan, preview }: StepProps) {
  const { name, network, nodeType, clientVersion, resources } = plan;
  return (
    <Stack>
      <Text fz="sm">
        <ForeignText>{name === '' ? 'A node without a name' : name}</ForeignText>: a {nodeType} node of {network} with
        bitcoind {clientVersion}, {counted(resources.cpuCores, 'core', formatNumber(resources.cpuCores, 1))},{' '}
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
        <Text fz="sm" c="dimmed">
          The configuration is shown once nothing is to be mended.
        </Text>
      ) : (
        <>
          <Refusal issues={preview.issues} />
          <PreviewedSettings configChanges={preview.configChanges} />
        </>
      )}
    </Stack>
  );
}
