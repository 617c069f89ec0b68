import { Group, Text, Tooltip } from '@mantine/core';
import { tableNotes } from '../../../contract/lifecycle-words.ts';
import { capitalized } from '../../../text/capitalized.ts';
import { Panel } from '../../display/page.tsx';
import { ForeignText, onAll, Tone } from '../../display/text.tsx';
import type { ShownExecutor } from './shown-executor.ts';

/** What a node on the host can be. The warning of a version is shown on hover and focus. */
export const Supports = ({ executor: { capabilities } }: { executor: ShownExecutor }) => (
  <Panel title="Supports">
    <Text fz="sm">Networks: {capabilities.networks.join(', ') || 'none'}</Text>
    <Text fz="sm">Storage: {capabilities.nodeTypes.join(', ') || 'none'}</Text>
    <Group gap="xs" mt={4}>
      {capabilities.clients.map(({ client, version, lifecycle: { warning } }) => {
        const name = `${client} ${version}`;
        return (
          <Tooltip key={name} label={warning} disabled={warning === null} multiline maw={320} events={onAll}>
            <Text
              fz="sm"
              {...(warning === null ? {} : { tabIndex: 0, role: 'note', 'aria-label': `${name}: ${warning}` })}
            >
              {warning === null ? <ForeignText>{name}</ForeignText> : <Tone tone="warning">{name}</Tone>}
            </Text>
          </Tooltip>
        );
      })}
    </Group>
    {tableNotes(capabilities.clients.map(({ lifecycle }) => lifecycle)).map((note) => (
      <Text key={note} fz="sm" mt={4}>
        <Tone tone="warning">{`${capitalized(note)}.`}</Tone>
      </Text>
    ))}
  </Panel>
);
