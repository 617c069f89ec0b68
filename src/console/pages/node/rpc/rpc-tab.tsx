import { Group, Select, Text, TextInput } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import { findReadingCall, readCall, readingCalls } from '../../../../bitcoin/reading-calls.ts';
import { useApiMutation } from '../../../api/use-api.tsx';
import { ActButton } from '../../../display/focus/act-button.tsx';
import { Form } from '../../../display/form.tsx';
import { Panel } from '../../../display/panel.tsx';
import type { TabProps } from '../shown-node.ts';
import { CallResult } from './call-result.tsx';
import { CallRpcDocument } from './operations.generated.ts';

const route = getRouteApi('/shell/nodes/$nodeId');
const usualMethod = 'getblockchaininfo';

/** Asks a node's daemon what it knows, through the agent: only calls that read. */
export function RpcTab({ node }: TabProps) {
  const { method = usualMethod } = route.useSearch();
  const navigate = route.useNavigate();
  const [typed, setTyped] = useState<readonly string[]>([]);
  const make = useApiMutation(CallRpcDocument, { failure: 'none' });
  const call = findReadingCall(method);
  const parameters = call?.parameters ?? [];
  // What is empty at the end is left out.
  const texts = parameters.map((_parameter, index) => (typed[index] ?? '').trim());
  const params = texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
  const read = readCall(method, params);
  const issues = 'issues' in read ? read.issues : [];
  const choose = (chosen: string | null) => {
    if (chosen === null) return;
    setTyped([]);
    make.reset();
    void navigate({ search: { tab: 'rpc', ...(chosen === usualMethod ? {} : { method: chosen }) }, replace: true });
  };
  return (
    <Panel title="Call the node’s RPC">
      <Form
        mutation={make}
        onSubmit={() => {
          if (issues.length === 0) make.mutate({ id: node.id, method, params: [...params] });
        }}
      >
        <Text variant="hint">
          These calls only read, and the agent makes them on its host. For all others use the node’s endpoint: the
          overview says how.
        </Text>
        <Group align="start" gap="sm">
          <Select
            label="Method"
            description={call?.about ?? 'Choose one'}
            searchable
            allowDeselect={false}
            w={{ base: '100%', xs: 280 }}
            data={readingCalls.map((each) => each.method)}
            value={method}
            onChange={choose}
          />
          {parameters.map(({ name, isOptional }, index) => (
            <TextInput
              key={`${method} ${name}`}
              label={name}
              description={isOptional ? 'may be left out' : 'needed'}
              required={!isOptional}
              spellCheck={false}
              autoComplete="off"
              w={{ base: '100%', xs: 280 }}
              value={typed[index] ?? ''}
              error={(typed[index] ?? '') === '' ? undefined : issues.find(({ path }) => path[1] === index)?.message}
              onChange={({ currentTarget: { value } }) =>
                setTyped(parameters.map((_parameter, at) => (at === index ? value : (typed[at] ?? ''))))
              }
            />
          ))}
        </Group>
        <div>
          <ActButton type="submit" variant="default" disabled={issues.length > 0} loading={make.isPending}>
            Call {method}
          </ActButton>
        </div>
        {make.data !== undefined && (
          <CallResult key={make.data.callNodeRpc.id} callId={make.data.callNodeRpc.id} nodeName={node.name} />
        )}
      </Form>
    </Panel>
  );
}
