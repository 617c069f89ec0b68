import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { execa } from 'execa';
import { until } from '../harness/until.ts';
import { type AcceptedWrite, readAcceptedWrites } from './accepted-writes.ts';
import { Box } from './box.ts';

import { runDocumented } from './documented.ts';
import { databaseImage, ensureImageWithPackages } from './image-with-packages.ts';

const files = join(import.meta.dirname, '../../templates/high-availability');
/** The machines of the documentation, with their addresses there. */
const documentedAddresses = { 'pg-1': '192.0.2.11', 'pg-2': '192.0.2.12', 'cp-1': '192.0.2.13' } as const;

type Name = keyof typeof documentedAddresses;

export interface Machine {
  name: Name;
  address: string;
  box: Box;
}

interface ClusterMember {
  name: string;
  role: string;
  state: string;
  timeline?: number;
}

export type DatabaseCluster = Awaited<ReturnType<typeof startDatabaseCluster>>;

/**
 * Starts the machines of docs/control-plane/scaling.md, with its commands and its files: two with PostgreSQL, Patroni and
 * etcd, one with HAProxy and etcd.
 */
export async function startDatabaseCluster() {
  await using ends = new AsyncDisposableStack();
  await ensureImageWithPackages(databaseImage, AbortSignal.timeout(500_000));
  const network = await makeNetwork();
  ends.defer(async () => {
    await execa('docker', ['network', 'rm', network.name]);
  });
  const boot = async (name: Name, index: number): Promise<Machine> => {
    const address = network.address(index);
    const more = ['--hostname', name, '--network', network.name, '--ip', address];
    const box = await Box.boot('bookworm', { image: databaseImage.name, more });
    ends.defer(() => box.destroy());
    return { name, address, box };
  };
  const names = Object.keys(documentedAddresses) as Name[];
  const machines = await allOf(names.map((name, index) => boot(name, index + 11)));
  const [first, second, proxy] = machines as [Machine, Machine, Machine];
  const newSecret = () => randomBytes(12).toString('hex');
  const secrets = {
    'PATRONI-PASSWORD': newSecret(),
    'REPLICATION-PASSWORD': newSecret(),
    'REWIND-PASSWORD': newSecret(),
    'SATRAP-PASSWORD': newSecret(),
  };
  const password = secrets['SATRAP-PASSWORD'];
  const replaced = (text: string): string => {
    const addresses = machines.map(({ name, address }) => [documentedAddresses[name], address] as const);
    return [...addresses, ...Object.entries(secrets)].reduce((made, [from, to]) => made.replaceAll(from, to), text);
  };
  const put = async ({ box }: Machine, file: string, change: (text: string) => string) => {
    await box.do(`cat >/root/${file}`, replaced(change(readFileSync(join(files, file), 'utf8'))));
  };
  const by = 'sh -e block.sh';
  const setUp = async (machine: Machine) => {
    const own = (text: string) =>
      text.replaceAll('pg-1', machine.name).replaceAll(documentedAddresses['pg-1'], documentedAddresses[machine.name]);
    await put(machine, 'etcd', (text) => text.replace(/^.*(?=\nETCD_INITIAL_CLUSTER=)/s, own));
    if (machine === proxy) {
      await put(machine, 'haproxy.cfg', (text) =>
        text.replace('127.0.0.1:5432', `${documentedAddresses['cp-1']}:5432`),
      );
      await runDocumented(machine.box, 'control-plane/scaling.md#high-availability/2', {}, { by });
    } else {
      await put(machine, 'patroni.yml', (text) => text.replaceAll(/^.*# own$/gm, own));
      await runDocumented(machine.box, 'control-plane/scaling.md#high-availability', {}, { by });
    }
  };
  await allOf(machines.map(setUp));

  const members = [first, second];
  const asPostgres = (machine: Machine, script: string) => machine.box.run(`runuser -u postgres -- ${script}`);

  /** Whether Patroni calls a member the leader, as HAProxy asks. */
  const isLeader = async (member: Machine): Promise<boolean> => (await get(member, '/primary'))?.ok === true;

  async function findLeader(): Promise<Machine | undefined> {
    const leads = await Promise.all(members.map(isLeader));
    return members.find((_member, index) => leads[index]);
  }

  /** Waits until one member leads, and the other is its synchronous standby on the same timeline. */
  const untilHealthy = (): Promise<Machine> =>
    until(
      'the cluster is healthy',
      async () => {
        const leader = await findLeader();
        const answer = leader && (await get(leader, '/cluster'));
        const state = (await answer?.json()) as { members?: ClusterMember[] } | undefined;
        const [leading, standby] = (state?.members ?? []).toSorted((one, two) => one.role.localeCompare(two.role));
        const isHealthy =
          leading?.role === 'leader' && standby?.role === 'sync_standby' && standby.timeline === leading.timeline;
        return isHealthy ? leader : undefined;
      },
      300_000,
      500,
    );

  const leader = await untilHealthy();
  const answers = `${password}\n${password}\n`;
  await runDocumented(leader.box, 'control-plane/scaling.md#high-availability/3', {}, { input: answers, by });
  await leader.box.do(
    "runuser -u postgres -- createdb probe && runuser -u postgres -- psql -d probe -c 'CREATE TABLE written (at timestamptz)'",
  );
  for (const { box } of members) {
    await box.copyIn(join(import.meta.dirname, 'write-probe'), '/usr/local/bin/write-probe');
    const lines = ['[Service]', 'User=postgres', 'ExecStart=/bin/sh /usr/local/bin/write-probe', 'Restart=always'];
    const unit = [...lines, '[Install]', 'WantedBy=multi-user.target', ''].join('\n');
    await box.do('cat >/etc/systemd/system/write-probe.service && systemctl enable -q --now write-probe', unit);
  }

  /** Drops what comes in and goes out, silently, but for what the rules accept. */
  const cutOff = async ({ box }: Machine, accepted: readonly string[]) => {
    const rules = [
      ...accepted.map((rule) => `iptables -w -A ${rule} -j ACCEPT`),
      ...['INPUT -i', 'OUTPUT -o'].map((rule) => `iptables -w -A ${rule} eth0 -j DROP`),
    ];
    await box.do(rules.join(' && '));
  };

  const kept = ends.move();
  return {
    members,
    /** The database, through HAProxy. */
    url: `postgres://satrap:${password}@${proxy.address}:5432/satrap?sslmode=require`,
    isLeader,
    untilHealthy,
    switchover: (machine: Machine) =>
      runDocumented(machine.box, 'control-plane/scaling.md#high-availability/4', {}, { by }),
    /** Kills Patroni and PostgreSQL with SIGKILL, all processes at once. */
    kill: (machine: Machine) => machine.box.do('systemctl kill --signal KILL patroni'),
    /** Nothing comes in or goes out any more. */
    cutOff: (machine: Machine) => cutOff(machine, []),
    /** Only HAProxy reaches it, and its answers reach HAProxy: not the other member, and not etcd. */
    cutOffFromMembers: (machine: Machine) =>
      cutOff(
        machine,
        [5432, 8008].flatMap((port) => [
          `INPUT -s ${proxy.address} -p tcp --dport ${port}`,
          `OUTPUT -d ${proxy.address} -p tcp --sport ${port}`,
        ]),
      ),
    reconnect: ({ box }: Machine) => box.do('iptables -w -F INPUT && iptables -w -F OUTPUT'),
    /** Whether PostgreSQL runs there and takes writes. */
    takesWrites: async (machine: Machine): Promise<boolean> =>
      (await asPostgres(machine, "psql -XAtc 'SELECT pg_is_in_recovery()'")).text === 'f',
    acceptedWrites: async (): Promise<AcceptedWrite[]> => {
      const read = async ({ name, box }: Machine) =>
        readAcceptedWrites(name, await box.do('cat /var/lib/postgresql/write-probe.log'));
      return (await Promise.all(members.map(read))).flat();
    },
    dispose: () => kept.disposeAsync(),
  };
}

const get = ({ address }: Machine, path: string): Promise<Response | undefined> =>
  fetch(`http://${address}:8008${path}`, { signal: AbortSignal.timeout(2000) }).catch(() => undefined);

/** Waits for all of them also if one fails, so that whatever they made is known. */
async function allOf<T>(work: readonly Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work);
  return Promise.all(work);
}

/** A network with addresses that its machines keep, in a range that the engine finds free. */
async function makeNetwork() {
  const name = `satrap-database-${randomBytes(4).toString('hex')}`;
  await execa('docker', ['network', 'create', name]);
  const format = '{{(index .IPAM.Config 0).Subnet}}';
  const { stdout: subnet } = await execa('docker', ['network', 'inspect', name, '--format', format]);
  await execa('docker', ['network', 'rm', name]);
  // Only a network whose range was chosen lets its machines choose their addresses.
  await execa('docker', ['network', 'create', '--subnet', subnet.trim(), name]);
  return { name, address: (host: number) => subnet.trim().replace(/\d+\/\d+$/, String(host)) };
}
