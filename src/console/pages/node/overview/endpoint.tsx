import { Paper, Tabs, Text, Title } from '@mantine/core';
import { CodeBlock } from '../../../display/code-block.tsx';
import type { TabProps } from '../shown-node.ts';
import { endpointExamples } from './endpoint-examples.ts';

/** Where a node is reached, with examples to copy. */
export function Endpoint({ node }: TabProps) {
  const { endpoint } = node.status;
  if (endpoint == null)
    return (
      <Text variant="hint">
        The node has no address yet: its executor chooses the ports when it makes the container.
      </Text>
    );
  const examples = endpointExamples(endpoint);
  return (
    <Paper className="panel" p="md">
      <Title order={2} mb="xs">
        Connect
      </Title>
      <Text variant="hint" mb="sm">
        JSON-RPC at {endpoint.host}:{endpoint.rpcPort}, peers at {endpoint.host}:{endpoint.p2pPort}. User and password
        are the same for all nodes of the organization; owners and admins find them with{' '}
        <code>satrap nodes credentials</code>.
      </Text>
      {endpoint.zmq.length > 0 && (
        <Text variant="hint" mb="sm">
          ZeroMQ, without a password:{' '}
          {endpoint.zmq.map(({ topic, url }, index) => (
            <span key={topic}>
              {index > 0 && ', '}
              {topic} at <code>{url}</code>
            </span>
          ))}
          .
        </Text>
      )}
      <Tabs defaultValue={examples[0]?.name} variant="pills">
        <Tabs.List mb="sm">
          {examples.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {examples.map(({ name, text }) => (
          <Tabs.Panel key={name} value={name}>
            <CodeBlock text={text} what={`the example for ${name}`} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Paper>
  );
}
