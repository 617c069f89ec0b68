/**
 * What a method touches.
 * `read`: answers the same whatever the chain's tip is, such as decoding, or a fact about the daemon.
 * `read_at_tip`: its answer depends on the chain or the mempool of the daemon that gives it.
 * `write`: submits a transaction or a block.
 * `wallet`: uses a loaded wallet, also where it only reads.
 * `admin`: changes the daemon, its peers, its files or its wallets' files, or shows keys.
 */
export type MethodKind = 'read' | 'read_at_tip' | 'write' | 'wallet' | 'admin';

/**
 * What a call takes, with the worst parameters. `light`: quick, with an answer in proportion to its parameters. `heavy`: takes
 * long, or a few parameters get an answer of many MiB. `waiting`: holds one of the daemon's RPC threads until something
 * happens.
 */
export type MethodCost = 'light' | 'heavy' | 'waiting';

export interface RpcMethod {
  name: string;
  kind: MethodKind;
  cost: MethodCost;
  /** Whether the call may be repeated on another daemon when nobody knows whether the first one executed it. */
  isSafeToRetry: boolean;
}

const words = (text: string): string[] => text.trim().split(/\s+/);

const methodsOf = (kind: MethodKind, cost: MethodCost, names: string): RpcMethod[] =>
  words(names).map((name) => ({ name, kind, cost, isSafeToRetry: kind === 'read' || kind === 'read_at_tip' }));

/** The methods of Bitcoin Core 0.21 to 32 and Knots, without those of its own tests. */
export const rpcMethods: readonly RpcMethod[] = [
  ...methodsOf(
    'read',
    'light',
    `analyzepsbt combinepsbt converttopsbt createmultisig createpsbt createrawtransaction decodepsbt decoderawtransaction
    decodescript finalizepsbt getaddednodeinfo getaddrmaninfo getconnectioncount getindexinfo getmemoryinfo getnettotals
    getnetworkinfo getrpcinfo getzmqnotifications help joinpsbts signmessagewithprivkey uptime validateaddress verifymessage`,
  ),
  ...methodsOf(
    'read',
    'heavy',
    'deriveaddresses getdescriptorinfo getnodeaddresses getopenrpcinfo getpeerinfo listbanned',
  ),
  ...methodsOf(
    'read_at_tip',
    'light',
    `combinerawtransaction estimaterawfee estimatesmartfee getbestblockhash getblockchaininfo getblockcount getblockhash
    getblockheader getchainstates getdeploymentinfo getdifficulty getmempoolentry getmempoolinfo getmininginfo gettxout
    verifytxoutproof`,
  ),
  ...methodsOf(
    'read_at_tip',
    'heavy',
    `descriptorprocesspsbt getblock getblockfilter getblockstats getchaintips getchaintxstats getdescriptoractivity
    getmempoolancestors getmempoolcluster getmempooldescendants getmempoolfeeratediagram getnetworkhashps getorphantxs
    getprioritisedtransactions getrawmempool getrawtransaction gettxoutproof gettxoutsetinfo gettxspendingprevout
    listrawtransactions scanblocks scantxoutset signrawtransactionwithkey testmempoolaccept utxoupdatepsbt`,
  ),
  ...methodsOf('read_at_tip', 'waiting', 'getblocktemplate waitforblock waitforblockheight waitfornewblock'),
  ...methodsOf('write', 'light', 'prioritisetransaction sendrawtransaction submitheader'),
  ...methodsOf('write', 'heavy', 'submitblock submitpackage'),
  ...methodsOf(
    'wallet',
    'light',
    `abandontransaction abortrescan addmultisigaddress bumpfee createwalletdescriptor fundrawtransaction getaddressinfo
    getbalance getbalances getnewaddress getrawchangeaddress getreceivedbyaddress getreceivedbylabel gettransaction
    getunconfirmedbalance getwalletinfo importprunedfunds listlabels listlockunspent listwallets lockunspent psbtbumpfee
    removeprunedfunds send sendall sendmany sendtoaddress setlabel settxfee signmessage signrawtransactionwithwallet
    simulaterawtransaction walletcreatefundedpsbt walletlock walletpassphrase walletprocesspsbt`,
  ),
  ...methodsOf(
    'wallet',
    'heavy',
    `getaddressesbylabel importaddress importdescriptors importmulti importpubkey keypoolrefill listaddressgroupings
    listreceivedbyaddress listreceivedbylabel listsinceblock listtransactions listunspent rescanblockchain`,
  ),
  ...methodsOf(
    'admin',
    'heavy',
    `abortprivatebroadcast addconnection addhdkey addnode addpeeraddress backupwallet clearbanned createwallet derivehdkey
    disconnectnode dumpprivkey dumptxoutset dumpwallet encryptwallet enumeratesigners exportasmap exportwatchonlywallet
    generate generateblock generatetoaddress generatetodescriptor getblockfrompeer gethdkeys getprivatebroadcastinfo
    getrawaddrman importmempool importprivkey importwallet invalidateblock listdescriptors listwalletdir loadtxoutset
    loadwallet logging migratewallet mockscheduler newkeypool ping preciousblock pruneblockchain reconsiderblock
    restorewallet savemempool sendmsgtopeer setban sethdseed setmocktime setnetworkactive setwalletflag stop
    syncwithvalidationinterfacequeue unloadwallet upgradewallet verifychain walletdisplayaddress walletpassphrasechange`,
  ),
];

const byName: ReadonlyMap<string, RpcMethod> = new Map(rpcMethods.map((method) => [method.name, method]));

export const findRpcMethod = (name: string): RpcMethod | undefined => byName.get(name);

/** How to treat a method that this release does not know and an operator allowed by name: nothing is assumed of it. */
export const unknownMethod = (name: string): RpcMethod => ({
  name,
  kind: 'admin',
  cost: 'heavy',
  isSafeToRetry: false,
});

/**
 * Methods that no preset has unless it names them: they take minutes of a daemon or all of its memory (a short descriptor derives a million
 * addresses), hand it a private key, or show paths of its host. An operator can still allow them by name.
 */
const notInPresets: ReadonlySet<string> = new Set(
  words(`deriveaddresses descriptorprocesspsbt getaddednodeinfo getaddrmaninfo getdescriptoractivity getnodeaddresses
  getorphantxs getrpcinfo gettxoutsetinfo keypoolrefill listbanned scanblocks scantxoutset signmessagewithprivkey
  signrawtransactionwithkey utxoupdatepsbt`),
);

const namesOf = (isIncluded: (method: RpcMethod) => boolean): string[] =>
  rpcMethods.filter(isIncluded).map(({ name }) => name);

const reads = namesOf(
  ({ name, cost, isSafeToRetry }) => isSafeToRetry && cost !== 'waiting' && !notInPresets.has(name),
);
const broadcasts = ['sendrawtransaction', 'submitpackage'];
const waits = ['waitforblock', 'waitforblockheight', 'waitfornewblock'];

export const rpcPresetNames = ['read', 'indexer', 'lightning', 'mining', 'wallet', 'administrator'] as const;
export type RpcPreset = (typeof rpcPresetNames)[number];

const sorted = (...lists: readonly (readonly string[])[]): readonly string[] => [...new Set(lists.flat())].toSorted();

/** The methods of a consumer, by what it is. Only `wallet` reaches wallets; only `administrator` changes the daemon. */
export const rpcPresets: Readonly<Record<RpcPreset, { about: string; methods: readonly string[] }>> = {
  read: { about: 'Read the chain, the mempool and the state of the node', methods: sorted(reads) },
  indexer: {
    about: 'Follow and index the chain, and broadcast transactions: electrs, Fulcrum, NBXplorer, mempool',
    methods: sorted(reads, waits, broadcasts),
  },
  lightning: {
    about: 'Follow the chain and broadcast transactions: LND, Core Lightning, Eclair',
    // LND asks for peers that have the blocks which a pruned node lacks.
    methods: sorted(reads, broadcasts, ['getnodeaddresses']),
  },
  mining: {
    about: 'Get block templates and submit blocks',
    methods: sorted(reads, waits, ['getblocktemplate', 'prioritisetransaction', 'submitblock', 'submitheader']),
  },
  wallet: {
    about: 'Use the loaded wallets, without creating, loading, saving or exporting any',
    methods: sorted(
      reads,
      broadcasts,
      namesOf(({ kind, name }) => kind === 'wallet' && !notInPresets.has(name)),
    ),
  },
  administrator: {
    about: 'Every method, also those that stop the daemon or write files',
    methods: sorted(namesOf(() => true)),
  },
};

/** The `rpcwhitelist` of the gateway's user: all presets but the administrator's. bitcoind reads it once, at its start. */
export const gatewayRpcWhitelist: readonly string[] = sorted(
  ...rpcPresetNames.filter((name) => name !== 'administrator').map((name) => rpcPresets[name].methods),
);

const readsOfWallets = /^(?:get(?!newaddress|rawchangeaddress)|list|simulate)/;

/** Whether a call is an act that belongs in an audit log. */
export const isAct = ({ name, kind }: RpcMethod): boolean =>
  kind === 'write' || kind === 'admin' || (kind === 'wallet' && !readsOfWallets.test(name));
