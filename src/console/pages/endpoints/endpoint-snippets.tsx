import { Tabs } from '@mantine/core';
import { CodeBlock } from '../../display/code-block.tsx';
import type { EndpointsPageQuery } from './operations.generated.ts';
import { endpointSnippets } from './snippets.ts';

interface SnippetsProps {
  endpoint: Pick<NonNullable<EndpointsPageQuery['endpoints']>[number], 'name' | 'network' | 'address' | 'port' | 'tls'>;
  consumer: string;
}

/** Settings to copy, by program. */
export function Snippets({ endpoint, consumer }: SnippetsProps) {
  const snippets = endpointSnippets({ ...endpoint, isTls: endpoint.tls != null }, consumer);
  const [first = ''] = Object.keys(snippets);
  return (
    <Tabs defaultValue={first} keepMounted={false}>
      <Tabs.List aria-label={`Programs that use ${endpoint.name}`}>
        {Object.keys(snippets).map((program) => (
          <Tabs.Tab key={program} value={program}>
            {program}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {Object.entries(snippets).map(([program, text]) => (
        <Tabs.Panel key={program} value={program} pt="xs">
          <CodeBlock text={text} what={`${program} settings`} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
