import { runCommand } from '../../src/devhost/run-command.ts';

export interface CountedBridge extends AsyncDisposable {
  /** Packets of containers to the proxy. */
  toProxy(): Promise<number>;
  /** Packets of containers to anywhere else, all of which are dropped. */
  elsewhere(): Promise<number>;
}

/**
 * Lets the containers of a bridge reach nothing but a proxy, and counts their packets from the first one of each on.
 * Answers of the ports that they listen on get through. Needs root.
 */
export async function countBridge(
  bridge: string,
  proxy: { host: string; port: number },
  listeningPorts: readonly number[],
): Promise<CountedBridge> {
  const chain = `test-${bridge}`;
  const iptables = (...words: string[]) => runCommand('iptables', ['--wait', '--table', 'raw', ...words]);
  const jump = ['PREROUTING', '--in-interface', bridge, '--jump', chain];
  const tcp = ['--protocol', 'tcp'];
  const remove = async () => {
    await iptables('--delete', ...jump);
    await iptables('--flush', chain);
    await iptables('--delete-chain', chain);
  };
  await iptables('--new-chain', chain);
  await iptables('--insert', ...jump);
  const toProxy = [...['--destination', proxy.host], ...tcp, ...['--dport', String(proxy.port)]];
  await iptables('--append', chain, ...toProxy, '--jump', 'RETURN');
  for (const port of listeningPorts)
    await iptables('--append', chain, ...tcp, ...['--sport', String(port), '!', '--syn', '--jump', 'RETURN']);
  await iptables('--append', chain, '--jump', 'DROP');
  const packets = async (rule: number): Promise<number> => {
    const rules = (await iptables('--list', chain, '--verbose', '--numeric', '--exact')).split('\n').slice(2);
    return Number(/^ *([0-9]+) /.exec(rules.at(rule) ?? '')?.[1]);
  };
  return { toProxy: () => packets(0), elsewhere: () => packets(-1), [Symbol.asyncDispose]: remove };
}
