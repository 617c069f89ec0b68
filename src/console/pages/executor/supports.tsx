import { Group, Text, Tooltip } from '@mantine/core';
import { Panel } from '../../display/page.tsx';
import { ForeignText, Tone } from '../../display/text.tsx';
import type { ShownExecutor } from './shown-executor.ts';

/** What a node on the host can be. */
export const Supports = ({ executor: { capabilities } }: { executor: ShownExecutor }) => {
  const { clients, networks, nodeTypes } = capabilities;
  return (
    <Panel title="Supports">
      <Text fz="sm">Networks: {networks.join(', ') || 'none'}</Text>
      <Text fz="sm">Types: {nodeTypes.join(', ') || 'none'}</Text>
      <Group gap="xs" mt={4} component="ul" className="plain" aria-label="Versions">
        {clients.map((client) => (
          <li key={`${client.client} ${client.version}`}>
            <Version {...client} />
          </li>
        ))}
      </Group>
    </Panel>
  );
};

/** A version; its warning is shown on hover and focus. */
function Version({ client, version, lifecycle: { warning } }: ShownExecutor['capabilities']['clients'][number]) {
  const name = `${client} ${version}`;
  if (warning === null)
    return (
      <Text fz="sm">
        <ForeignText>{name}</ForeignText>
      </Text>
    );
  return (
    <Tooltip label={warning} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <Text fz="sm" tabIndex={0} role="note" aria-label={`${name}: ${warning}`}>
        <Tone tone="warning">{name}</Tone>
      </Text>
    </Tooltip>
  );
}
