import { Checkbox, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { type ReactNode, useEffect, useRef } from 'react';
import { defaultResources } from '../../../bitcoin/resources.ts';
import { bindChecked, bindText } from '../../display/form.tsx';
import { formatCount } from '../../display/format.ts';
import { ForeignLine, ForeignText, TextButton } from '../../display/text.tsx';
import { faultAt } from '../node/configuration/draft.ts';
import { OptionForm, ResourceInputs } from '../node/configuration/inputs.tsx';
import { SettingsTable } from '../node/configuration/settings-table.tsx';
import { TorInputs } from '../node/configuration/tor-inputs.tsx';
import { Cards } from './cards.tsx';
import { describeResources, resourceNames } from './fit.ts';
import { type Beginning, type BlockProps, chainNameOf, faultsOf, signetOf } from './plan.ts';
import { dataFacts, type Source } from './sources.ts';

interface FoldedProps {
  fields: string;
  title: string;
  /** What it holds while closed. */
  note: string;
  /** Opens it, such as for a fault. */
  opens: boolean;
  children: ReactNode;
}

export function Folded({ fields, title, note, opens, children }: FoldedProps) {
  const box = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (opens && box.current !== null) box.current.open = true;
  }, [opens]);
  return (
    <Paper component="details" ref={box} className="panel" p="md" data-fields={fields}>
      <summary>
        <Title order={2} display="inline" mr="xs">
          {title}
        </Title>
        <ForeignLine span variant="hint">
          {note}
        </ForeignLine>
      </summary>
      <Stack pt="md">{children}</Stack>
    </Paper>
  );
}

const origins: readonly { value: Beginning; title: string; texts: string[] }[] = [
  { value: 'new', title: 'Sync from the network', texts: ['Downloads the chain from peers'] },
  { value: 'adopt', title: 'Reuse data from a deleted node', texts: ['Still on its host, including wallets'] },
  { value: 'seed', title: 'Copy from another node', texts: ['On the same host; stops that node during the copy'] },
];

/** The challenge of a signet other than the public one. A node to copy sets it. */
export function SignetBlock({ plan, faults, onChange }: BlockProps) {
  const { network, source, customSignet } = plan;
  if (network !== 'signet' || source?.signet !== undefined) return null;
  const set = (changes: Partial<typeof customSignet>) => onChange({ customSignet: { ...customSignet, ...changes } });
  const isCustom = signetOf(plan) !== null;
  const fault = faultAt(faults, 'signet');
  return (
    <Folded
      fields="signet"
      title="Custom signet"
      note={isCustom ? chainNameOf(plan) : 'Public signet'}
      opens={isCustom}
    >
      <TextInput
        label="Challenge"
        description="Script in hexadecimal. Leave it empty for the public signet. It cannot be changed later."
        {...bindText(customSignet.challenge, (challenge) => set({ challenge }))}
        error={faultAt(faults, 'signet', 'seedNodes') === undefined ? fault : undefined}
      />
      <TextInput
        label="Seed nodes"
        description="Addresses of its first peers, separated by spaces"
        {...bindText(customSignet.seedNodes, (seedNodes) => set({ seedNodes }))}
        error={faultAt(faults, 'signet', 'seedNodes')}
      />
    </Folded>
  );
}

export const TorBlock = ({ plan: { tor }, faults, onChange }: BlockProps) => (
  <Folded
    fields="tor"
    title="Tor"
    note={tor === null ? 'Off: connects to peers directly' : 'Everything for peers goes through your Tor'}
    opens={tor !== null}
  >
    <TorInputs {...{ tor, faults, onChange }} />
  </Folded>
);

/** Where the chain data comes from; nothing without data to reuse or to copy. */
export function ChainDataBlock({
  plan: { beginning, network, source, sourceId },
  sources,
  beginnings,
  faults,
  onChange,
}: BlockProps) {
  const cards = origins.filter(({ value }) => beginnings[value] || value === beginning);
  if (cards.length === 1) return null;
  const note = cards.find(({ value }) => value === beginning)?.title ?? '';
  return (
    <Folded fields="adoptData seedFrom" title="Chain data" note={note} opens={beginning !== 'new'}>
      <Cards
        label="Chain data"
        {...{ cards }}
        value={beginning}
        fault={undefined}
        onChange={(value) => onChange({ beginning: value, sourceId: null })}
      />
      {beginning !== 'new' && (
        <Select
          label={beginning === 'adopt' ? 'Deleted node' : 'Node to copy'}
          searchable
          limit={100}
          // Two hosts may have data of the same node.
          data={sources.map((each, index) => ({
            ...{ value: String(index), label: describe(each), disabled: each.obstacle !== null },
          }))}
          value={String(sources.findIndex(({ id }) => id === sourceId))}
          onChange={(index) => onChange({ sourceId: sources[Number(index)]?.id ?? null, dataRoot: null })}
          error={faultAt(faults, 'adoptData') ?? faultAt(faults, 'seedFrom')}
        />
      )}
      {source !== null && (
        <Text variant="hint">
          Sets the network ({network}) and the host (<ForeignText>{source.executorName}</ForeignText>).
        </Text>
      )}
    </Folded>
  );
}

const describe = (source: Source): string =>
  `${source.name} on ${source.executorName} (${[...dataFacts(source), ...(source.obstacle === null ? [] : [source.obstacle])].join(', ')})`;

/** Resources, bitcoin.conf options, validated as you type, and whether the node starts after deployment. */
export function AdvancedBlock({ plan, faults, preview, onChange }: BlockProps) {
  const { network, nodeType, resources, overrides } = plan;
  const recommended = defaultResources(network, nodeType);
  const own = faultsOf(plan);
  const settings = (preview?.configChanges ?? []).map((each) => ({
    ...{ ...each, value: each.to, origin: each.origin ?? 'platform' },
  }));
  return (
    <Folded
      fields="resources overrides"
      title="Advanced"
      note={`${describeResources(resources)}, ${formatCount(overrides.length, 'option')}`}
      opens={(faultAt(own, 'resources') ?? faultAt(own, 'overrides')) !== undefined}
    >
      <ResourceInputs {...{ resources, recommended, faults, onChange }} />
      {resourceNames.some((resource) => resources[resource] !== recommended[resource]) && (
        <div>
          <TextButton onClick={() => onChange({ resources: recommended })}>Use recommended values</TextButton>
        </div>
      )}
      <Text variant="hint">Most nodes need no options. You can change them later.</Text>
      <OptionForm {...{ overrides, of: plan, faults, onChange }} />
      <Checkbox label="Start node now" {...bindChecked(plan.starts, (starts) => onChange({ starts }))} />
      {settings.length > 0 && (
        <>
          <Title order={3}>Effective configuration, {settings.length} settings</Title>
          <SettingsTable settings={settings} />
        </>
      )}
    </Folded>
  );
}
