import { Select, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { withState } from '../../../../contract/lifecycle-words.ts';
import { useApiQuery } from '../../../api/use-api.tsx';
import { QueryView } from '../../../display/answers.tsx';
import { OperationButton } from '../../../display/form.tsx';
import { Panel } from '../../../display/page.tsx';
import { Consequences } from '../configuration/consequences.tsx';
import { type TabProps, useNodeQuery } from '../shown-node.ts';
import { ChangeNodeDocument, NodeVersionsDocument, PreviewNodeChangeDocument } from './operations.generated.ts';

export function ChangeVersion({ node }: TabProps) {
  const [version, setVersion] = useState<string | null>(null);
  const { data } = useApiQuery(NodeVersionsDocument, { executorId: node.executor.id }, { shows: ['executor'] });
  const offered = (data?.nodeOptions?.clients ?? []).filter(
    (each) => each.client === node.client && each.version !== node.clientVersion,
  );
  const chosen = offered.find((each) => each.version === version);
  const current = `Current: ${node.client} ${node.clientVersion}, ${node.clientLifecycle.summary}`;
  return (
    <Panel title="Version">
      <Stack align="start">
        <Select
          label="New version"
          placeholder="Select a version"
          allowDeselect
          data={offered.map((each) => ({ value: each.version, label: withState(each.version, each.lifecycle) }))}
          description={chosen?.lifecycle.summary ?? current}
          value={version}
          onChange={setVersion}
          nothingFoundMessage="No other versions"
          w={{ base: '100%', sm: 320 }}
        />
        {version !== null && <Change key={version} {...{ node, version }} onDone={() => setVersion(null)} />}
        {data !== undefined && offered.length === 0 && (
          <Text variant="hint">
            The host supports no other version. Add images in the agent’s settings on the host.
          </Text>
        )}
      </Stack>
    </Panel>
  );
}

function Change({ node, version, onDone }: TabProps & { version: string; onDone: () => void }) {
  const variables = { id: node.id, data: { clientVersion: version } };
  const preview = useNodeQuery(PreviewNodeChangeDocument, variables);
  return (
    <QueryView query={preview} height={80}>
      {({ previewNodeUpdate }) =>
        previewNodeUpdate && (
          <>
            <Consequences preview={previewNodeUpdate} />
            {previewNodeUpdate.accepted && (
              <OperationButton
                variant="filled"
                operation={ChangeNodeDocument}
                variables={variables}
                done={`Changing ${node.name} to ${node.client} ${version}…`}
                onDone={onDone}
              >
                Change to {version}
              </OperationButton>
            )}
          </>
        )
      }
    </QueryView>
  );
}
