import { Alert, Button, Group, Loader, Select, Text, TextInput } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { findReadingCall, type ReadingCall, readCall, readingCalls } from '../../../../bitcoin/reading-calls.ts';
import {
  AgentRequestDocument,
  type AgentRequestQuery,
  OpenAgentRequestDocument,
} from '../../../../client/operations.generated.ts';
import { parseExactJson } from '../../../../text/exact-json.ts';
import { printable } from '../../../../text/printable.ts';
import { apiQuery, useApi, useFormMutation } from '../../../api/use-api.tsx';
import { Failure } from '../../../display/answers.tsx';
import { CodeBlock, saveFile } from '../../../display/code-block.tsx';
import { bindText, Form, SubmitButton } from '../../../display/form.tsx';
import { Panel } from '../../../display/page.tsx';
import { ForeignText } from '../../../display/text.tsx';
import type { TabProps } from '../shown-node.ts';

const route = getRouteApi('/shell/nodes/$nodeId');
const defaultMethod = 'getblockchaininfo';

export function RpcCalls({ node }: TabProps) {
  const { method = defaultMethod } = route.useSearch();
  const navigate = route.useNavigate();
  /** By the name of a parameter. */
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const make = useFormMutation(OpenAgentRequestDocument);
  const requestId = make.data?.openAgentRequest.request.id;
  const call = findReadingCall(method);
  const parameters = call?.parameters ?? [];
  // Drops trailing empty parameters.
  const texts = parameters.map(({ name }) => (typed[name] ?? '').trim());
  const params = texts.slice(0, texts.findLastIndex((text) => text !== '') + 1);
  const read = readCall(method, params);
  const issues = 'issues' in read ? read.issues : [];
  const choose = (chosen: string | null) => {
    if (chosen === null) return;
    setTyped({});
    make.reset();
    void navigate({
      search: { tab: 'diagnose', ...(chosen === defaultMethod ? {} : { method: chosen }) },
      replace: true,
    });
  };
  return (
    <Panel title="Read-only RPC">
      <Form
        mutation={make}
        onSubmit={() => {
          if (issues.length === 0) make.mutate({ where: { id: node.id }, data: { rpc: { method, params } } });
        }}
      >
        <Text variant="hint">Runs read-only calls. For other methods, use the RPC endpoint.</Text>
        <Group align="start" gap="sm">
          <Select
            label="Method"
            description={call?.about ?? 'Select a method'}
            searchable
            w={{ base: '100%', xs: 280 }}
            data={readingCalls.map((each) => each.method)}
            value={method}
            onChange={choose}
          />
          {parameters.map((parameter, index) => (
            <ParameterInput
              key={`${method} ${parameter.name}`}
              parameter={parameter}
              text={typed[parameter.name] ?? ''}
              onText={(text) => setTyped({ ...typed, [parameter.name]: text })}
              issue={issues.find(({ path }) => path[1] === index)?.message}
            />
          ))}
        </Group>
        <SubmitButton variant="default" disabled={issues.length > 0}>
          Call {method}
        </SubmitButton>
        {requestId !== undefined && <Answer key={requestId} id={requestId} nodeName={node.name} />}
      </Form>
    </Panel>
  );
}

interface ParameterInputProps {
  parameter: ReadingCall['parameters'][number];
  text: string;
  onText: (text: string) => void;
  issue: string | undefined;
}

/** A parameter of the call. An empty one shows no fault: nobody has typed it yet. */
const ParameterInput = ({ parameter: { name, isOptional }, text, onText, issue }: ParameterInputProps) => (
  <TextInput
    label={name}
    description={isOptional ? 'Optional' : 'Required'}
    required={!isOptional}
    w={{ base: '100%', xs: 280 }}
    {...bindText(text, onText)}
    error={text === '' ? undefined : issue}
  />
);

const isEnded = (data: AgentRequestQuery | undefined) => data !== undefined && data.agentRequest?.status !== 'pending';

/** The answer of the agent to a call: waiting, the result, or the error. */
function Answer({ id, nodeName }: { id: string; nodeName: string }) {
  const { data, error } = useQuery({
    ...apiQuery(useApi(), AgentRequestDocument, { where: { id } }, { shows: [] }),
    refetchInterval: ({ state }) => (isEnded(state.data) ? false : 300),
  });
  const answered = data?.agentRequest;
  if (data === undefined && error !== null) return <Failure error={error} />;
  if (!isEnded(data))
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text fz="sm">Waiting for the agent…</Text>
      </Group>
    );
  if (answered?.result?.rpc != null)
    return <Result fileName={`${nodeName}-${answered.args.rpc?.method}.json`} json={answered.result.rpc} />;
  return (
    <Alert role="alert" color="red" title="RPC call failed">
      <ForeignText>{answered?.error ?? 'The answer has expired. Try again.'}</ForeignText>
    </Alert>
  );
}

/** More text slows down browsers; the download is complete. */
const maxShown = 200_000;

/** A daemon's result. Control characters, which may come from peers, are escaped. */
function Result({ fileName, json }: { fileName: string; json: string }) {
  const text = useMemo(
    () => JSON.stringify(parseExactJson(json), null, 2).split('\n').map(printable).join('\n'),
    [json],
  );
  return (
    <section aria-label="Result">
      <CodeBlock text={text.slice(0, maxShown)} what="result" />
      <Group mt="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveFile(fileName, `${text}\n`)}
        >
          Download
        </Button>
        {text.length > maxShown && <Text fz="sm">Result truncated. Download it to see all of it.</Text>}
      </Group>
    </section>
  );
}
