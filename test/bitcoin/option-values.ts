import type { ConfigOption } from '../../src/bitcoin/clients/catalog.ts';

/** Values of options whose type is not specific enough. `bad` is null if every text is valid. */
const byKey: Readonly<Record<string, { good: string; bad: readonly string[] | null }>> = {
  assumevalid: { good: '0', bad: ['zz', '12'] },
  asmap: { good: '1', bad: ['/etc/ip_asn.map', 'yes'] },
  bantime: { good: '99999999999', bad: ['abc', '-1', ''] },
  connect: { good: '0', bad: ['a b', '192.0.2.1:99999'] },
  deprecatedrpc: { good: 'create_bdb', bad: ['a b', ''] },
  consensusrules: { good: 'rdts', bad: ['core'] },
  disablewallet: { good: '0', bad: ['yes'] },
  dustdynamic: { good: 'off', bad: null },
  externalip: { good: '192.0.2.1', bad: ['nosuch', '192.0.2.1:0', '-1'] },
  fallbackfee: { good: '0.0002', bad: ['abc', '-1'] },
  forcednsseed: { good: '0', bad: ['true'] },
  i2psam: { good: '127.0.0.1:7656', bad: ['nosuch', 'unix:/run/i2p'] },
  loglevel: { good: 'debug', bad: ['loud', 'net:', '-1'] },
  maxuploadtarget: { good: '500M', bad: ['5x', '-1', 'abc'] },
  mempoolreplacement: { good: 'fee,optin', bad: null },
  minimumchainwork: { good: '0x00', bad: ['zz', '-1'] },
  onion: { good: '127.0.0.1:9050', bad: ['nosuch', '127.0.0.1:0', 'unix:/run/tor'] },
  onlynet: { good: 'ipv4', bad: ['ipv5', 'onion,ipv4'] },
  peerblockfilters: { good: '0', bad: ['yes'] },
  permitephemeral: { good: 'anchor', bad: null },
  privatebroadcast: { good: '0', bad: ['yes'] },
  proxy: { good: '127.0.0.1:9050', bad: ['nosuch', '-1', 'unix:/run/tor', '127.0.0.1:9050=i2p'] },
  prune: { good: '0', bad: ['100', '-1', 'abc'] },
  testactivationheight: { good: 'bip34@2', bad: ['bip34', 'nosuch@2'] },
  torcontrol: { good: '127.0.0.1:9051', bad: ['nosuch', '-1'] },
  torpassword: { good: 'secret words', bad: null },
  uaappend: { good: 'mine', bad: null },
  uacomment: { good: 'mine, of course', bad: ['a/b', '(x)', ''] },
  vbparams: { good: 'testdummy:0:999999999999', bad: ['nosuch:0:1', 'testdummy'] },
  wallet: { good: '', bad: ['/etc', '../x'] },
  walletcrosschain: { good: '0', bad: ['yes'] },
  whitelist: { good: 'noban@192.0.2.0/24', bad: ['nosuch@192.0.2.1', '192.0.2.0/33', 'abc'] },
};

/** A value of an option with which a daemon starts. */
export function goodValue(option: ConfigOption): string {
  const known = byKey[option.key];
  if (known !== undefined) return known.good;
  switch (option.type) {
    case 'boolean':
      return '1';
    case 'integer':
      return option.default ?? String(option.min ?? 1);
    case 'amount':
      return '0.001';
    case 'choice':
      return option.choices?.[0] ?? '';
    case 'hex':
      return '51';
    case 'address':
      return '192.0.2.1';
    case 'path':
    case 'text':
      throw new Error(`${option.key} needs a value of its own in this table`);
  }
}

/** Values of an option that stop a daemon or are ignored silently; empty if every text is valid. */
export function badValues(option: ConfigOption): readonly string[] {
  const known = byKey[option.key];
  if (known !== undefined) return known.bad ?? [];
  switch (option.type) {
    case 'boolean':
      return ['yes', '2', '-1', '', 'tcp://0.0.0.0:28332'];
    case 'integer':
      return ['abc', '1.5', '', '99999999999', ...(option.min === undefined ? [] : [String(option.min - 1)])];
    case 'amount':
      return ['abc', '-2', '0.123456789', '99999999'];
    case 'choice':
      return ['nosuch', '-1'];
    default:
      return ['a b', '-1'];
  }
}
