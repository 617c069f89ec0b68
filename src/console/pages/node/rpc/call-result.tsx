import { Alert, Button, Group, Loader, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { parseExactJson } from '../../../../text/exact-json.ts';
import { printable } from '../../../../text/printable.ts';
import { useApiQuery } from '../../../api/use-api.tsx';
import { Failure } from '../../../display/answers/failure.tsx';
import { CodeBlock } from '../../../display/code-block.tsx';
import { saveFile } from '../../../display/save-file.ts';
import { ForeignText } from '../../../display/values/foreign-text.tsx';
import { RpcCallDocument } from './operations.generated.ts';

const askSeconds = 0.3;

/** What became of a call: it waits for the agent, or its answer, or why there is none. */
export function CallResult({ callId, nodeName }: { callId: string; nodeName: string }) {
  const [isOver, setOver] = useState(false);
  const asks = isOver ? {} : { everySeconds: askSeconds };
  const { data, error } = useApiQuery(RpcCallDocument, { id: callId }, { shows: [], ...asks });
  const call = data?.nodeRpcCall;
  const ended = data !== undefined && call?.status !== 'pending';
  useEffect(() => setOver(ended), [ended]);
  if (data === undefined && error !== null) return <Failure error={error} />;
  if (data === undefined || call?.status === 'pending')
    return (
      <Group gap="xs" role="status">
        <Loader size="xs" aria-hidden />
        <Text fz="sm">The agent is asked…</Text>
      </Group>
    );
  if (call == null || call.result == null)
    return (
      <Alert role="alert" color="red" variant="light" title="The call has failed">
        <ForeignText>{call?.error ?? 'The call is forgotten; make it again.'}</ForeignText>
      </Alert>
    );
  return <Answer method={call.method} result={call.result} nodeName={nodeName} />;
}

interface AnswerProps {
  method: string;
  result: string;
  nodeName: string;
}

function Answer({ method, result, nodeName }: AnswerProps) {
  const { whole, shown, isCut } = useMemo(() => resultText(result), [result]);
  return (
    <section aria-label="Answer">
      <CodeBlock text={shown} what="the answer" />
      <Group mt="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconDownload size={14} aria-hidden />}
          onClick={() => saveFile(`${nodeName}-${method}.json`, `${whole}\n`)}
        >
          Download
        </Button>
        {isCut && <Text fz="sm">This is the beginning of the answer; the file has all of it.</Text>}
      </Group>
    </section>
  );
}

/** More than this no browser lays out soon; the file has all of it. */
const maxShown = 200_000;

interface ResultText {
  /** Laid out for people. */
  whole: string;
  shown: string;
  isCut: boolean;
}

/** Returns what a daemon answered as people read it; what its peers or others wrote in it cannot act. Pure. */
function resultText(json: string): ResultText {
  const whole = JSON.stringify(parseExactJson(json), null, 2).split('\n').map(printable).join('\n');
  return { whole, shown: whole.slice(0, maxShown), isCut: whole.length > maxShown };
}
