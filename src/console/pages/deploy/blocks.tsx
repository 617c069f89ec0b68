import { Group, Select, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { clientFamily } from '../../../bitcoin/clients/registry.ts';
import { networks as allNetworks, networkFacts } from '../../../bitcoin/network.ts';
import type { NodeType } from '../../../bitcoin/node-config.ts';
import { defaultResources } from '../../../bitcoin/resources.ts';
import { bindText } from '../../display/form.tsx';
import { formatGiB } from '../../display/format.ts';
import { Panel } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { faultAt } from '../node/configuration/draft.ts';
import type { BlockProps } from './deploy-form.tsx';
import { firstChoice, whyNoHost } from './fit.ts';
import { type Offered, targetsOf } from './plan.ts';

/** A part of the form with the fields of the request that it edits, to focus one of them. */
export const Block = ({ fields, title, children }: { fields: string; title: string; children: ReactNode }) => (
  <div data-fields={fields}>
    <Panel title={title}>{children}</Panel>
  </div>
);

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
    <details ref={box} className="panel folded" data-fields={fields}>
      <summary>
        <Title order={2} display="inline">
          {title}
        </Title>{' '}
        <Text span variant="hint">
          <ForeignText>{note}</ForeignText>
        </Text>
      </summary>
      <Stack pt="md">{children}</Stack>
    </details>
  );
}

interface Card<T> {
  value: T;
  title: string;
  about: string;
  facts: string;
  warning?: string | null;
}

interface CardsProps<T> {
  label: string;
  cards: readonly Card<T>[];
  value: T;
  fault: string | undefined;
  onChange: (value: T) => void;
}

function Cards<T extends string>({ label, cards, value: chosen, fault, onChange }: CardsProps<T>) {
  const name = useId();
  return (
    <>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm" role="radiogroup" aria-label={label}>
        {cards.map(({ value, title, about, facts, warning }) => (
          <label key={value} className="option">
            <input
              className="choice"
              type="radio"
              {...{ name, value }}
              checked={value === chosen}
              onChange={() => onChange(value)}
            />
            <span>
              <Text span fw={600}>
                {title}
              </Text>
              {[about, facts].map((text) => (
                <Text key={text} span display="block" variant="hint">
                  {text}
                </Text>
              ))}
              {warning != null && (
                <Text span display="block" fz="sm" c="var(--console-warning)">
                  {warning}
                </Text>
              )}
            </span>
          </label>
        ))}
      </SimpleGrid>
      <Fault>{fault}</Fault>
    </>
  );
}

export const Fault = ({ children }: { children: string | undefined }) =>
  children !== undefined && (
    <Text fz="sm" c="var(--console-bad)" mt="xs">
      <ForeignText>{children}</ForeignText>
    </Text>
  );

const diskOf = (network: Parameters<typeof defaultResources>[0], nodeType: NodeType) =>
  formatGiB(defaultResources(network, nodeType).diskGiB);

export function NetworkBlock({ plan, offered, hosts, faults, onChange }: BlockProps) {
  const targets = targetsOf(plan, plan.source, hosts);
  const [host] = plan.executorId === null ? [] : targets;
  const missing = allNetworks.filter((network) => !offered.networks.includes(network));
  const cards = allNetworks
    .filter((network) => offered.networks.includes(network))
    .map((network) => {
      const { purpose, syncTime } = networkFacts(network);
      const disk = offered.nodeTypes.map((nodeType) => `${diskOf(network, nodeType)} ${nodeType}`).join(' or ');
      const time = syncTime === null ? 'starts empty' : `syncs in ${syncTime}`;
      const wish = firstChoice(targets, { network });
      const warning = wish && whyNoHost(targets, wish);
      return { value: network, title: network, about: purpose, facts: `${disk}, ${time}`, warning };
    });
  return (
    <Block fields="network" title="Network">
      {plan.source?.network == null ? (
        <Cards
          label="Network"
          cards={cards}
          value={plan.network}
          fault={faultAt(faults, 'network')}
          // The type and the resources that fit the network, unless selected.
          onChange={(network) => onChange({ network, resources: null })}
        />
      ) : (
        <Text fz="sm">{plan.network} (set by the chain data)</Text>
      )}
      {missing.length > 0 && (
        <Text variant="hint" mt="xs">
          {host === undefined ? 'No host offers ' : <ForeignText>{`${host.name} does not offer `}</ForeignText>}
          {missing.join(', ')}.
        </Text>
      )}
    </Block>
  );
}

const typeTexts: Readonly<Record<NodeType, string>> = {
  full: 'All blocks and an index of all transactions.',
  pruned: 'Verifies everything, keeps only recent blocks.',
};

export function StorageBlock({ plan, offered, hosts, faults, onChange }: BlockProps) {
  const { network } = plan;
  const targets = targetsOf(plan, plan.source, hosts);
  const cards = offered.nodeTypes.map((value) => ({
    ...{ value, title: value, about: typeTexts[value], facts: `${diskOf(network, value)} disk` },
    warning: whyNoHost(targets, { network, nodeType: value, resources: defaultResources(network, value) }),
  }));
  return (
    <Block fields="nodeType" title="Storage">
      <Cards
        label="Storage"
        cards={cards}
        value={plan.nodeType}
        fault={faultAt(faults, 'nodeType')}
        onChange={(nodeType) => onChange({ network, nodeType, resources: null })}
      />
    </Block>
  );
}

/** A version with its state in a word: the summary has the reason. */
function versionLabel({ client, version, lifecycle }: Offered['clients'][number]): string {
  const isOver = lifecycle.state === 'end_of_life' || lifecycle.state === 'withdrawn';
  const marks = [
    ...(isOver ? [lifecycle.state.replaceAll('_', ' ')] : []),
    ...(lifecycle.advisories.some(({ severity }) => severity === 'high') ? ['vulnerable'] : []),
  ];
  return `${clientFamily(client).title} ${version}${marks.length === 0 ? '' : ` (${marks.join(', ')})`}`;
}

export const NameBlock = ({ plan, faults, onChange }: BlockProps) => (
  <Block fields="name client clientVersion" title="Name and version">
    <Group align="start" grow preventGrowOverflow={false} wrap="wrap">
      <TextInput
        label="Name"
        {...bindText(plan.name, (name) => onChange({ name }))}
        error={faultAt(faults, 'name')}
        required
      />
      <Select
        label="Version"
        data={plan.clients.map((each) => ({ value: `${each.client} ${each.version}`, label: versionLabel(each) }))}
        value={`${plan.client} ${plan.clientVersion}`}
        onChange={(chosen) => {
          const found = plan.clients.find(({ client, version }) => `${client} ${version}` === chosen);
          if (found !== undefined) onChange({ client: found.client, clientVersion: found.version });
        }}
        error={faultAt(faults, 'client') ?? faultAt(faults, 'clientVersion')}
      />
    </Group>
  </Block>
);
