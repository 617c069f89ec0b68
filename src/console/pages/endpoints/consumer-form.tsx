import { Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CreateConsumerDocument, UpdateConsumerDocument } from '../../../client/operations.generated.ts';
import type { ConsumerPreset } from '../../../contract/types.generated.ts';
import { useFormMutation } from '../../api/use-api.tsx';
import { ShownOnce } from '../../display/code-block.tsx';
import { bindText, Form, FormEnd, useCloseDialog } from '../../display/form.tsx';
import { MessageText } from '../../display/text.tsx';
import { lives } from '../keys/key-life.ts';
import { type ConsumerDraft, consumerChanges, consumerDraft, consumerInput } from './consumer-draft.ts';
import { Snippets } from './endpoint-snippets.tsx';
import type { EndpointConsumersQuery, EndpointsPageQuery } from './operations.generated.ts';

type Endpoint = NonNullable<EndpointsPageQuery['endpoints']>[number];
type Consumer = NonNullable<EndpointConsumersQuery['consumers']>[number];

const presets: readonly { value: ConsumerPreset; label: string }[] = [
  { value: 'read', label: 'Read the chain and the mempool' },
  { value: 'indexer', label: 'Indexer or explorer' },
  { value: 'lightning', label: 'Lightning node' },
  { value: 'mining', label: 'Miner or pool' },
  { value: 'wallet', label: 'Loaded wallets' },
];

export function CreateConsumer({ endpoint }: { endpoint: Endpoint }) {
  const [draft, setDraft] = useState(() => consumerDraft(undefined));
  const create = useFormMutation(CreateConsumerDocument);
  const created = create.data?.createConsumer;
  if (created !== undefined)
    return (
      <ShownOnce
        title={`Consumer ${created.consumer.name}`}
        what="secret"
        text={created.secret}
        more={
          <Stack gap="sm">
            <WaitingMethods methods={created.consumer.methodsAfterRestart} />
            <Snippets endpoint={endpoint} consumer={created.consumer.name} />
          </Stack>
        }
      >
        The password of Basic authentication, with {created.consumer.name} as the user.
      </ShownOnce>
    );
  const submit = () => create.mutate({ data: { endpointId: endpoint.id, ...consumerInput(draft) } });
  return (
    <Form mutation={create} onSubmit={submit}>
      <ConsumerFields draft={draft} onChange={setDraft} expiries={lives} />
      <FormEnd act="Create consumer" />
    </Form>
  );
}

/** A method of a later version, or a costly one. */
const WaitingMethods = ({ methods }: { methods: readonly string[] }) =>
  methods.length === 0 ? null : (
    <Text fz="sm">
      <MessageText>{`Each node allows ${methods.join(', ')} only after its next restart.`}</MessageText>
    </Text>
  );

const keep = 'keep';

export function EditConsumer({ consumer }: { consumer: Consumer }) {
  const [draft, setDraft] = useState(() => consumerDraft(consumer));
  const close = useCloseDialog();
  const update = useFormMutation(UpdateConsumerDocument, {
    done: ({ updateConsumer: { consumer: changed } }) =>
      changed.methodsAfterRestart.length === 0
        ? 'Consumer saved.'
        : `Consumer saved. Each node allows ${changed.methodsAfterRestart.join(', ')} only after its next restart.`,
    onDone: close,
  });
  const submit = () => {
    const data = consumerChanges(draft, consumer);
    if (Object.keys(data).length === 0) close();
    else update.mutate({ data, where: { id: consumer.id } });
  };
  return (
    <Form mutation={update} onSubmit={submit}>
      <ConsumerFields
        draft={draft}
        onChange={setDraft}
        expiries={[{ value: keep, label: 'Unchanged' }, ...lives]}
        nameHint="Its programs must use a new name."
      />
      <FormEnd act="Save consumer" />
    </Form>
  );
}

interface ConsumerFieldsProps {
  draft: ConsumerDraft;
  onChange: (draft: ConsumerDraft) => void;
  expiries: readonly { value: string; label: string }[];
  nameHint?: string;
}

function ConsumerFields({
  draft,
  onChange,
  expiries,
  nameHint = 'The user of Basic authentication, for example “electrs”',
}: ConsumerFieldsProps) {
  const change = (changed: Partial<ConsumerDraft>) => onChange({ ...draft, ...changed });
  return (
    <>
      <TextInput
        label="Name"
        description={nameHint}
        required
        maxLength={63}
        data-autofocus
        {...bindText(draft.name, (name) => change({ name }))}
      />
      <Select
        label="Methods"
        data={presets}
        value={draft.preset}
        onChange={(preset) => change({ preset: preset as ConsumerPreset })}
      />
      <TextInput
        label="Added methods"
        description="Beside those above, for example scantxoutset"
        {...bindText(draft.added, (added) => change({ added }))}
      />
      <TextInput
        label="Removed methods"
        description="Of those above, for example sendrawtransaction"
        {...bindText(draft.removed, (removed) => change({ removed }))}
      />
      <LimitFields draft={draft} onChange={change} />
      <Select
        label="Expires after"
        data={expiries}
        value={draft.days ?? keep}
        onChange={(days) => change({ days: days === keep ? null : days })}
      />
    </>
  );
}

interface LimitFieldsProps {
  draft: ConsumerDraft;
  onChange: (changed: Partial<ConsumerDraft>) => void;
}

const LimitFields = ({ draft: { callsPerSecond, callsInFlight }, onChange }: LimitFieldsProps) => (
  <>
    <Group align="start" grow>
      <NumberInput
        label="Calls per second"
        min={1}
        max={100_000}
        allowDecimal={false}
        value={callsPerSecond}
        onChange={(calls) => onChange({ callsPerSecond: Number(calls) })}
      />
      <NumberInput
        label="Calls in flight"
        min={1}
        max={10_000}
        allowDecimal={false}
        value={callsInFlight}
        onChange={(calls) => onChange({ callsInFlight: Number(calls) })}
      />
    </Group>
    <Text variant="hint">
      On each host. Programs that load the mempool, such as electrs and LND, need thousands of calls per second.
    </Text>
  </>
);
