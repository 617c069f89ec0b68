import { optionCatalog } from '../clients/catalog.ts';
import type { Client } from '../clients/registry.ts';
import { type Network, networkFacts, sections } from '../network.ts';
import type { ConfigOverride, CustomSignet, NodeConfig, NodeResources, NodeType } from '../node-config.ts';
import { defaultResources } from '../resources.ts';
import { effectiveSettings, type NumberedSetting } from './effective-settings.ts';
import { keepValid } from './keep-valid.ts';
import { isOn, networkOfConf, selectsNetwork } from './network-of-conf.ts';
import { candidateOf, pruneTarget } from './override-candidates.ts';
import { type ParsedLine, parseConf } from './parse-conf.ts';
import { signetOfConf } from './signet-of-conf.ts';
import type { ConfField, ConfVerdict, Judge } from './verdict.ts';

export interface ConfLine {
  /** Starts with 1. */
  number: number;
  /** Without secrets, and shortened. */
  text: string;
  verdict: ConfVerdict;
  /** Null if there is nothing to say. */
  reason: string | null;
  becomes: ConfField[];
}

/** A bitcoin.conf as a node of the platform. */
export interface ReadConf {
  /** Null if the file selects none that the platform has, and none is requested. */
  network: Network | null;
  /** Null for none. */
  signet: CustomSignet | null;
  nodeType: NodeType;
  /** With their secrets. */
  overrides: ConfigOverride[];
  /** Every line of the file, in order. */
  lines: ConfLine[];
  /** What the node has that the file does not say. */
  notes: string[];
}

/** What is requested beside the file, which takes precedence. */
export interface ConfRequest {
  client: Client;
  clientVersion: string;
  network?: Network | null | undefined;
  nodeType?: NodeType | null | undefined;
  resources?: { [Resource in keyof NodeResources]?: number | null | undefined } | null | undefined;
}

/** What is known of a line while the file is judged. */
interface Judgement {
  verdict: ConfVerdict;
  reason: string | null;
  becomes: ConfField[];
}

/** Judges every line of a bitcoin.conf: none is lost without a reason. The overrides are valid together. */
export function readConf(text: string, request: ConfRequest): ReadConf {
  const parsed = parseConf(text);
  const judged = new Map<number, Judgement>();
  const judge = (number: number, verdict: ConfVerdict, reason: string | null, becomes: ConfField[] = []) =>
    judged.set(number, { verdict, reason, becomes });
  const ofFile = networkOfConf(parsed);
  const network = request.network ?? ofFile.network;
  judgeForm(parsed, judge);
  const settings = parsed.flatMap(({ number, setting }) => (setting === null ? [] : [{ ...setting, number }]));
  const without = (fault: string | null, isAtFault: (base: string) => boolean): ReadConf => {
    for (const { number, base } of settings) judge(number, 'dropped', isAtFault(base) ? fault : `no network: ${fault}`);
    const nodeType = request.nodeType ?? 'full';
    return { network: null, signet: null, nodeType, overrides: [], lines: linesOf(parsed, judged), notes: [] };
  };
  if (network === null) return without(ofFile.fault, selectsNetwork);
  const others = judgeNetwork(settings, { network, isRequested: request.network != null }, judge);
  const catalog = optionCatalog(request);
  const ofSignet = signetOfConf(effectiveSettings(others, network, catalog, judge), network, judge);
  const { signet, others: effective } = ofSignet;
  // Without its challenge, the node would follow another chain.
  if (ofSignet.fault !== null && request.network == null)
    return without(ofSignet.fault, (base) => base === 'signetchallenge');
  const prune = effective.find(({ base }) => base === 'prune');
  const nodeType = request.nodeType ?? (prune !== undefined && pruneTarget(prune) > 0 ? 'pruned' : 'full');
  const config: NodeConfig = {
    ...{ network, signet, nodeType, client: request.client, clientVersion: request.clientVersion, overrides: [] },
    resources: { ...defaultResources(network, nodeType), ...given(request.resources ?? {}) },
  };
  const candidates = effective.flatMap((setting) => candidateOf(setting, config, catalog, judge) ?? []);
  const overrides = keepValid(candidates, config, judge);
  return {
    network,
    signet,
    nodeType,
    overrides,
    lines: linesOf(parsed, judged),
    notes: notesOf(config, effective),
  };
}

const given = (resources: NonNullable<ConfRequest['resources']>): Partial<NodeResources> =>
  Object.fromEntries(Object.entries(resources).filter(([, value]) => value != null));

const linesOf = (parsed: readonly ParsedLine[], judged: ReadonlyMap<number, Judgement>): ConfLine[] =>
  parsed.map(({ number, text }) => {
    const judgement = judged.get(number);
    if (judgement === undefined) throw new Error(`line ${number} has no verdict`);
    return { number, text, ...judgement };
  });

/** Judges the lines that are no settings. */
function judgeForm(parsed: readonly ParsedLine[], judge: Judge): void {
  for (const { number, header, fault, setting } of parsed) {
    if (fault !== null) judge(number, 'dropped', fault);
    else if (setting === null) judge(number, 'no_setting', header === null ? null : sectionNote(header));
  }
}

const sectionNote = (header: string): string | null =>
  header === '' || sections.includes(header) ? null : 'not a network that bitcoind knows: it ignores what follows';

/** Judges the lines that select a network, and returns the others. */
function judgeNetwork(
  settings: readonly NumberedSetting[],
  { network, isRequested }: { network: Network; isRequested: boolean },
  judge: Judge,
): NumberedSetting[] {
  const { chain } = networkFacts(network);
  return settings.filter((setting) => {
    const { number, base, section, value } = setting;
    if (!selectsNetwork(base)) return true;
    const own = base === 'chain' ? value === chain : (base === 'testnet' ? 'test' : base) === chain;
    if (section !== '') judge(number, 'without_effect', 'bitcoind reads the network only outside of sections');
    else if (base !== 'chain' && !isOn(setting)) judge(number, 'without_effect', 'turns off a network that is not on');
    else if (own) judge(number, 'translated', null, [{ field: 'network', value: network }]);
    else {
      const why = isRequested ? `the requested network is ${network}` : 'a later line selects another network';
      judge(number, isRequested ? 'dropped' : 'without_effect', why);
    }
    return false;
  });
}

/** What differs from a bitcoind with this file because the file says nothing. */
function notesOf({ nodeType }: NodeConfig, effective: readonly NumberedSetting[]): string[] {
  if (nodeType === 'pruned' || effective.some(({ base }) => base === 'txindex')) return [];
  return ['The file sets no txindex, and a full node keeps the transaction index: set txindex=0 to do without it.'];
}
