/** The options that each version lists in its `-help-debug`, as builds of them were asked: `+` may be repeated, `~` is for debugging only. */
export const helpOfVersions: Readonly<Record<string, string>> = {
  '27.0': `
acceptnonstdtxn~ acceptstalefeeestimates~ addnode+ addresstype addrmantest~ alertnotify allowignoredconf asmap
assumevalid avoidpartialspends bantime bind blockfilterindex blockmaxweight blockmintxfee blocknotify
blockreconstructionextratxn blocksdir blocksonly blockversion~ bytespersigop capturemessages~ chain changetype
checkaddrman~ checkblockindex~ checkblocks~ checklevel~ checkmempool~ checkpoints~ cjdnsreachable coinstatsindex conf
connect+ consolidatefeerate daemon daemonwait datacarrier datacarriersize datadir dbbatchsize~ dbcache debug+
debugexclude+ debuglogfile deprecatedrpc~ disablewallet discardfee discover dns dnsseed dustrelayfee~ externalip
fallbackfee fastprune~ fixedseeds forcednsseed i2pacceptincoming i2psam includeconf incrementalrelayfee~ keypool
limitancestorcount~ limitancestorsize~ limitdescendantcount~ limitdescendantsize~ listen listenonion loadblock logips
loglevel+~ loglevelalways logsourcelocations logthreadnames logtimemicros~ logtimestamps maxapsfee maxconnections
maxmempool maxorphantx maxreceivebuffer maxsendbuffer maxsigcachesize~ maxtimeadjustment maxtipage~ maxtxfee
maxuploadtarget mempoolexpiry mempoolfullrbf minimumchainwork~ minrelaytxfee mintxfee mocktime~ networkactive onion
onlynet+ par paytxfee peerblockfilters peerbloomfilters peertimeout~ permitbaremultisig persistmempool
persistmempoolv1 pid port printpriority~ printtoconsole proxy proxyrandomize prune regtest~ reindex rest rpcallowip+
rpcauth+ rpcbind+ rpccookiefile rpcdoccheck~ rpcpassword rpcport rpcservertimeout~ rpcthreads rpcuser rpcwhitelist
rpcwhitelistdefault rpcworkqueue~ seednode+ server settings shrinkdebugfile shutdownnotify signer signet
signetchallenge signetseednode+ spendzeroconfchange startupnotify stopafterblockimport~ stopatheight~
testactivationheight~ testnet timeout torcontrol torpassword txconfirmtarget txindex txreconciliation~ uacomment
unsafesqlitesync~ v2transport vbparams~ version wallet+ walletbroadcast walletcrosschain~ walletdir walletnotify
walletrbf walletrejectlongchains~ whitebind+ whitelist+ whitelistforcerelay whitelistrelay zmqpubhashblock
zmqpubhashblockhwm zmqpubhashtx zmqpubhashtxhwm zmqpubrawblock zmqpubrawblockhwm zmqpubrawtx zmqpubrawtxhwm
zmqpubsequence zmqpubsequencehwm`,
  '28.0': `
acceptnonstdtxn~ acceptstalefeeestimates~ addnode+ addresstype alertnotify allowignoredconf asmap assumevalid
avoidpartialspends bantime bind blockfilterindex blockmaxweight blockmintxfee blocknotify blockreconstructionextratxn
blocksdir blocksonly blocksxor blockversion~ bytespersigop capturemessages~ chain changetype checkaddrman~
checkblockindex~ checkblocks~ checklevel~ checkmempool~ checkpoints~ cjdnsreachable coinstatsindex conf connect+
consolidatefeerate daemon daemonwait datacarrier datacarriersize datadir dbbatchsize~ dbcache debug+ debugexclude+
debuglogfile deprecatedrpc~ disablewallet discardfee discover dns dnsseed dustrelayfee~ externalip fallbackfee
fastprune~ fixedseeds forcednsseed i2pacceptincoming i2psam includeconf incrementalrelayfee~ keypool
limitancestorcount~ limitancestorsize~ limitdescendantcount~ limitdescendantsize~ listen listenonion loadblock logips
loglevel+~ loglevelalways logsourcelocations logthreadnames logtimemicros~ logtimestamps maxapsfee maxconnections
maxmempool maxorphantx maxreceivebuffer maxsendbuffer maxsigcachesize~ maxtipage~ maxtxfee maxuploadtarget
mempoolexpiry mempoolfullrbf minimumchainwork~ minrelaytxfee mintxfee mocktime~ networkactive onion onlynet+ par
paytxfee peerblockfilters peerbloomfilters peertimeout~ permitbaremultisig persistmempool persistmempoolv1 pid port
printpriority~ printtoconsole proxy proxyrandomize prune regtest~ reindex rest rpcallowip+ rpcauth+ rpcbind+
rpccookiefile rpccookieperms rpcdoccheck~ rpcpassword rpcport rpcservertimeout~ rpcthreads rpcuser rpcwhitelist
rpcwhitelistdefault rpcworkqueue~ seednode+ server settings shrinkdebugfile shutdownnotify signer signet
signetchallenge signetseednode+ spendzeroconfchange startupnotify stopafterblockimport~ stopatheight~ test~
testactivationheight~ testnet testnet4 timeout torcontrol torpassword txconfirmtarget txindex txreconciliation~
uacomment unsafesqlitesync~ v2transport vbparams~ version wallet+ walletbroadcast walletcrosschain~ walletdir
walletnotify walletrbf walletrejectlongchains~ whitebind+ whitelist+ whitelistforcerelay whitelistrelay
zmqpubhashblock zmqpubhashblockhwm zmqpubhashtx zmqpubhashtxhwm zmqpubrawblock zmqpubrawblockhwm zmqpubrawtx
zmqpubrawtxhwm zmqpubsequence zmqpubsequencehwm`,
};
