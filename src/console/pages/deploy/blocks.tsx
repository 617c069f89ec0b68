import { Group, Progress, Select, Text, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { networks as allNetworks, type Network, networkFacts } from '../../../bitcoin/network.ts';
import type { NodeType } from '../../../bitcoin/node-config.ts';
import { defaultResources } from '../../../bitcoin/resources.ts';
import { bindText } from '../../display/form.tsx';
import { formatGiB, formatMiB, versionName } from '../../display/format.ts';
import { Panel } from '../../display/page.tsx';
import { ForeignText } from '../../display/text.tsx';
import { faultAt } from '../node/configuration/draft.ts';
import { type Card, Cards } from './cards.tsx';
import { barrierOf, firstChoice, type Host, hostsFor, hostsOffering } from './fit.ts';
import { type BlockProps, targetsOf } from './plan.ts';

/** A part of the form with the fields of the request that it edits, to focus one of them. */
const Block = ({ fields, title, children }: { fields: string; title: string; children: ReactNode }) => (
  <div data-fields={fields}>
    <Panel title={title}>{children}</Panel>
  </div>
);

const wishFor = (network: Network, nodeType: NodeType) => ({
  ...{ network, nodeType },
  resources: defaultResources(network, nodeType),
});

/** Says so if no host has capacity for a node. */
function whyNoHost(hosts: readonly Host[], wish: ReturnType<typeof firstChoice>): string | undefined {
  if (wish === undefined || hostsFor(hosts, wish).length > 0) return undefined;
  const [host] = hostsOffering(hosts, wish);
  return host === undefined ? 'Not offered' : `Does not fit: ${barrierOf(host, wish)?.why}`;
}

const diskOf = (network: Network, nodeType: NodeType): string =>
  formatGiB(wishFor(network, nodeType).resources.diskGiB);

export function NetworkBlock({ plan, offered, hosts, faults, onChange }: BlockProps) {
  if (plan.source?.network != null) return null;
  const targets = targetsOf(plan, plan.source, hosts);
  const missing = allNetworks.filter((network) => !offered.networks.includes(network)).join(' or ');
  const cards = allNetworks
    .filter((network) => offered.networks.includes(network))
    .map((network): Card<Network> => {
      const { purpose, syncTime } = networkFacts(network);
      const sizes = new Set(offered.nodeTypes.map((nodeType) => diskOf(network, nodeType)));
      const disk =
        sizes.size === 1
          ? `${[...sizes]} disk`
          : offered.nodeTypes.map((nodeType) => `${diskOf(network, nodeType)} ${nodeType}`).join(' or ');
      const time = syncTime === null ? 'Starts empty' : `Syncs in ${syncTime}`;
      const warning = whyNoHost(targets, firstChoice(targets, { network }));
      return { value: network, texts: [purpose, disk, time], warning };
    });
  return (
    <Block fields="network" title="Network">
      <Cards
        label="Network"
        {...{ cards }}
        value={plan.network}
        fault={faultAt(faults, 'network')}
        onChange={(network) => onChange({ network, resources: null })}
      />
      {missing !== '' && plan.source === null && (
        <Text variant="hint" mt="xs">
          <ForeignText>
            {plan.executorId === null
              ? `No host supports ${missing}.`
              : `${targets[0]?.name} does not support ${missing}.`}
          </ForeignText>
        </Text>
      )}
    </Block>
  );
}

const typeTexts: Readonly<Record<NodeType, string>> = {
  full: 'All blocks and an index of all transactions',
  pruned: 'Verifies all blocks, keeps the recent ones',
};

export function StorageBlock({ plan, offered, hosts, faults, onChange }: BlockProps) {
  const { network, source } = plan;
  const cards = offered.nodeTypes.map((value) => ({
    ...{ value, texts: [typeTexts[value], `${diskOf(network, value)} disk`] },
    warning: whyNoHost(targetsOf(plan, source, hosts), wishFor(network, value)),
  }));
  return (
    <Block fields="nodeType" title="Storage">
      <Cards
        label="Storage"
        {...{ cards }}
        value={plan.nodeType}
        fault={faultAt(faults, 'nodeType')}
        onChange={(nodeType) => onChange({ network, nodeType, resources: null })}
      />
    </Block>
  );
}

/** Of more hosts, the others are found by their name. */
const maxHosts = 7;

/** Automatic placement, and the hosts: those that cannot take the node last. */
export function HostBlock({ plan, offered, hosts, faults, onChange }: BlockProps) {
  const [search, setSearch] = useState('');
  const { network, nodeType, source } = plan;
  const judged = hosts.map((host) => ({ host, barrier: barrierOf(host, plan) }));
  const rank = ({ barrier }: (typeof judged)[number]) => (barrier === null ? 0 : barrier.isShort ? 1 : 2);
  const cards = judged
    .filter(({ host: { name } }) => name.toLowerCase().includes(search.trim().toLowerCase()))
    .toSorted((a, b) => rank(a) - rank(b))
    .filter(({ host }, index) => index < maxHosts || host.id === plan.executorId)
    .map(({ host: { id, name, room }, barrier }) => ({
      ...{ value: id, title: name, warning: barrier?.why, isDisabled: barrier?.isShort === false },
      texts: [
        <Bar key="memory" of="memory" {...room.memoryMiB} show={formatMiB} />,
        <Bar key="disk" of="disk" {...room.diskGiB} show={formatGiB} />,
      ],
    }));
  const roots = offered.executor?.dataRoots ?? [];
  // Kept data stays in its data root.
  const hasRoots = plan.beginning !== 'adopt' && roots.length > 1;
  if (source !== null && !hasRoots) return null;
  return (
    <Block fields="executorId dataRoot" title="Host">
      {hosts.length > maxHosts && source === null && (
        <TextInput mb="sm" label={`Search ${hosts.length} hosts`} {...bindText(search, setSearch)} />
      )}
      {source === null && (
        <Cards
          label="Host"
          cards={[{ value: '', title: 'Automatic', texts: ['The host with the largest free share'] }, ...cards]}
          value={plan.executorId ?? ''}
          fault={faultAt(faults, 'executorId')}
          // The network and type that are selected now stay.
          onChange={(id) => onChange({ executorId: id === '' ? null : id, dataRoot: null, network, nodeType })}
        />
      )}
      {hasRoots && (
        <Select
          mt="md"
          label="Data root"
          description="Directory on the host for the chain data"
          data={roots.map(({ name, freeGiB }) => ({
            value: name,
            label: freeGiB === null ? name : `${name} (${formatGiB(freeGiB)} free)`,
          }))}
          value={plan.dataRoot ?? roots[0]?.name}
          onChange={(dataRoot) => onChange({ dataRoot })}
          error={faultAt(faults, 'dataRoot')}
        />
      )}
    </Block>
  );
}

interface BarProps {
  of: string;
  total: number | null;
  available: number | null;
  show: (amount: number) => string;
}

/** What is available, above a bar of what is taken. */
const Bar = ({ of, total, available, show }: BarProps) =>
  total === null || available === null ? (
    `unknown ${of}`
  ) : (
    <>
      {show(available)} of {show(total)} {of} free
      <Progress component="span" size="sm" my={4} value={100 - (available / total) * 100} aria-label={`${of} taken`} />
    </>
  );

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
        data={plan.clients.map(({ client, version }, index) => ({
          value: String(index),
          label: versionName({ client, clientVersion: version }),
        }))}
        value={String(
          plan.clients.findIndex(({ client, version }) => client === plan.client && version === plan.clientVersion),
        )}
        onChange={(index) => {
          const { client, version: clientVersion } = plan.clients[Number(index)] ?? {};
          onChange({ client, clientVersion });
        }}
        error={faultAt(faults, 'client') ?? faultAt(faults, 'clientVersion')}
      />
    </Group>
  </Block>
);
