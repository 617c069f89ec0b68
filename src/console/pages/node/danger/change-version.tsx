import { Group, Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useApiMutation, useApiQuery } from '../../../api/use-api.tsx';
import { MutationButton } from '../../../display/action-button.tsx';
import { QueryView } from '../../../display/answers.tsx';
import { Panel } from '../../../display/page.tsx';
import { Consequences } from '../configuration/consequences.tsx';
import type { TabProps } from '../shown-node.ts';
import { ChangeNodeDocument, NodeVersionsDocument, PreviewNodeChangeDocument } from './operations.generated.ts';

/** Another version of the daemon, with what it would do. */
export function ChangeVersion({ node }: TabProps) {
  const [version, setVersion] = useState<string | null>(null);
  const { data } = useApiQuery(NodeVersionsDocument, { executorId: node.executor.id }, { shows: ['executor'] });
  const offered = (data?.nodeOptions?.clients ?? []).map((client) => client.version);
  return (
    <Panel title="Version">
      <Stack>
        <Group align="end">
          <Select
            label={`Runs bitcoind ${node.clientVersion}; change to`}
            placeholder="A version that its executor offers"
            data={offered.filter((each) => each !== node.clientVersion)}
            value={version}
            onChange={setVersion}
            nothingFoundMessage="Its executor offers no other."
            w={{ base: '100%', sm: 320 }}
          />
        </Group>
        {version !== null && <Change key={version} {...{ node, version }} onDone={() => setVersion(null)} />}
        {data !== undefined && offered.every((each) => each === node.clientVersion) && (
          <Text variant="hint">
            Its executor offers no other version; whoever runs the host adds images in the agent’s settings.
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

function Change({ node, version, onDone }: TabProps & { version: string; onDone: () => void }) {
  const variables = { id: node.id, data: { clientVersion: version } };
  const preview = useApiQuery(PreviewNodeChangeDocument, variables, { shows: [{ type: 'node', id: node.id }] });
  const change = useApiMutation(ChangeNodeDocument, { done: `${node.name} becomes bitcoind ${version}.`, onDone });
  return (
    <QueryView query={preview} height={80}>
      {({ previewNodeUpdate }) =>
        previewNodeUpdate == null ? null : (
          <>
            <Consequences preview={previewNodeUpdate} />
            {previewNodeUpdate.accepted && (
              <Group>
                <MutationButton mutation={change} variables={variables}>
                  Change to {version}
                </MutationButton>
              </Group>
            )}
          </>
        )
      }
    </QueryView>
  );
}
