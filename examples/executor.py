#!/usr/bin/env python3
"""An executor for Linux that runs nodes as bitcoind processes, at level 2 of docs/api/executor-guide.md.

  ENROLMENT_TOKEN=... ./executor.py --url https://satrap.example --name host-1 --data /srv/nodes \\
    --bitcoind 28.1=/opt/bitcoin-28.1/bin/bitcoind --network signet --address 192.0.2.10 --allow 192.0.2.0/24

It needs the token once. Daemons keep running while it is down; it finds them again by their pid file's path.
"""
import argparse, base64, fcntl, hashlib, http.client, json, os, shutil, signal, subprocess, time, urllib.request
from datetime import datetime, timezone
from pathlib import Path
from uuid import UUID, uuid4

ENROL = "mutation ($data: EnrolExecutorInput!) { enrolExecutor(data: $data) { secret } }"
ROTATE = "mutation { rotateExecutorKey { secret } }"
REPORT = "mutation ($input: [RuntimeEventInput!]!) { reportRuntimeEvents(input: $input) { rejected { id reason } } }"
SYNC = """mutation ($input: SyncExecutorInput!) { syncExecutor(input: $input) {
  executorId revision heartbeatIntervalSeconds rotateKeyAt nodes { id name revision desiredState restartCounter
    dataPolicy removableWallets clientVersion config { key value } rpcAuth formerRpcAuth } } }"""
FAILURES = (OSError, ValueError, KeyError, http.client.HTTPException)
OPENER = urllib.request.build_opener(urllib.request.ProxyHandler({}))

def now():
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")

def post(url, body, authorization):
    request = urllib.request.Request(url, json.dumps(body).encode(), {"Content-Type": "application/json"})
    if authorization:
        request.add_unredirected_header("Authorization", authorization)
    with OPENER.open(request, timeout=10) as response:
        return json.load(response)

def find_daemon(folder):
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if f"-pid={folder}/pid".encode() in path.read_bytes().split(b"\0"):
                return int(path.parent.name)
        except OSError:
            pass  # the process has just ended

def find_wallets(folder):
    """Names of SQLite and Berkeley DB wallets as in `listwalletdir`; outside of the wallet folder, their paths."""
    for path in (Path(place, name) for place, _, files in os.walk(folder) for name in files):
        with open(path, "rb") as file:
            head = file.read(16)
        if head == b"SQLite format 3\0" or head[12:] in (b"\x62\x31\x05\0", b"\0\x05\x31\x62"):
            wallet, home = path.parent if path.name == "wallet.dat" else path, folder / "wallets"
            yield "" if wallet == home else str(wallet.relative_to(home) if home in wallet.parents else wallet)

def sample(chain, rpc):
    """The data of an event node.sample."""
    network, mempool, warnings = rpc("getnetworkinfo"), rpc("getmempoolinfo"), chain["warnings"]
    return {"at": now(), "height": chain["blocks"], "headers": chain["headers"],
            "bestBlockHash": chain["bestblockhash"], "verificationProgress": min(1, chain["verificationprogress"]),
            "initialBlockDownload": chain["initialblockdownload"], "sizeOnDiskBytes": chain["size_on_disk"],
            "peersInbound": network["connections_in"], "peersOutbound": network["connections_out"],
            "mempoolTransactions": mempool["size"], "mempoolBytes": mempool["bytes"],
            "indexes": [{"name": name, "synced": index["synced"], "bestBlockHeight": index["best_block_height"]}
                        for name, index in rpc("getindexinfo").items()],
            "uptimeSeconds": rpc("uptime"), "subversion": network["subversion"],
            "warnings": [text for text in ([warnings] if isinstance(warnings, str) else warnings) if text]}

class Executor:
    def __init__(self, options):
        self.options, self.file = options, options.data / "state.json"
        self.children, self.reported, self.due = {}, None, 0
        fresh = {"instanceId": str(uuid4()), "key": None, "executorId": None, "revision": None, "desired": [],
                 "nodes": {}, "outbox": []}
        self.state = json.loads(self.file.read_text()) if self.file.exists() else fresh
        if not self.state["key"]:
            self.save()  # if the response is lost, the same instanceId can repeat the enrolment
            self.state["key"] = self.call(ENROL, {"data": {
                "token": os.environ["ENROLMENT_TOKEN"], "name": options.name, "instanceId": self.state["instanceId"],
            }})["secret"]
            self.save()

    def save(self):
        with open(self.file.with_suffix(".new"), "w") as file:
            json.dump(self.state, file, indent=1)
            file.flush()
            os.fsync(file.fileno())
        os.replace(file.name, self.file)

    def call(self, query, variables=None):
        key, body = self.state["key"], {"query": query, "variables": variables}
        answer = post(self.options.url + "/graphql", body, f"Bearer {key}" if key else None)
        if answer.get("errors"):
            raise ValueError(answer["errors"][0]["message"])
        return next(iter(answer["data"].values()))

    def event(self, node, kind, message, level="info", data=None):
        if message:
            print(node["name"], kind, message, flush=True)
        self.state["outbox"].append({"id": str(uuid4()), "executorName": self.options.name, "at": now(), "level": level,
                                     "kind": kind, "nodeId": node["id"], "message": message, "data": data})
        del self.state["outbox"][:-1000]

    def step(self, node, record):
        """Takes a node one step towards its desired state. Returns its phase and the reason."""
        if record["phase"] == node["desiredState"] == "deleted":
            return "deleted", None
        folder, wanted = self.options.data / "nodes" / str(UUID(node["id"])), node["desiredState"] == "running"
        pid, child = find_daemon(folder), self.children.get(node["id"])
        code = child.poll() if child else None  # also reaps the process
        if record["running"] and not pid:
            self.ended(node, record, folder, code)
        spec = self.spec(node, record) if wanted else None
        if pid and wanted and spec == record["spec"]:
            return self.look(node, record, folder)
        if pid:
            record["stopping"] = True
            os.kill(pid, signal.SIGTERM)  # gently: a daemon takes as long as it needs to write its data
            return "stopping", None
        if wanted and spec == record["spec"] and time.time() < record["retryAt"]:
            return "failing", record["reason"]
        if wanted:
            return self.start(node, record, folder, spec)
        record["revision"] = node["revision"]
        if node["desiredState"] == "stopped":
            return "stopped", None
        if node["dataPolicy"] == "remove" and folder.exists():
            unnamed = set(find_wallets(folder)) - set(node["removableWallets"] or [])
            if unnamed:
                return "deleting", f"Removed nothing: the deletion does not name the wallets {sorted(unnamed)}."
            shutil.rmtree(folder)
            self.event(node, "node.data_removed", "Removed the chain data.")
        return "deleted", None

    def spec(self, node, record):
        """What the daemon is started with: restarts, program and bitcoin.conf. It is restarted when this changes."""
        ports = [other["port"] for other in self.state["nodes"].values() if "port" in other]
        port = record.setdefault("port", max(ports, default=self.options.first_port - 2) + 2)
        address = self.options.address
        chain, *lines = [f"{line['key']}={line['value']}" for line in node["config"]]
        lines += [f"rpcport={port}", f"rpcbind={address}", f"port={port + 1}", f"bind={address}:{port + 1}"]
        lines += [f"rpcallowip={network}" for network in [address, *self.options.allow]]
        lines += [f"rpcauth={pair}" for pair in (node["rpcAuth"], node["formerRpcAuth"]) if pair]
        restarts = max(node["restartCounter"], record["spec"][0] if record["spec"] else 0)
        program = self.options.bitcoind[node["clientVersion"]]
        return [restarts, program, "\n".join([chain, f"[{node['config'][0]['value']}]", *lines, ""])]

    def start(self, node, record, folder, spec):
        config = "".join(f"{line['key']}={line['value']}\n" for line in node["config"])
        (folder / "wallets").mkdir(parents=True, exist_ok=True)
        (folder / "bitcoin.conf").write_text(spec[2])
        record.update(spec=spec, running=True, stopping=False, revision=node["revision"],
                      configHash=hashlib.sha256(config.encode()).hexdigest())
        self.save()  # first, so that the end of the daemon is noticed in any case
        flags = {"datadir": folder, "conf": folder / "bitcoin.conf", "walletdir": folder / "wallets", "nosettings": 1,
                 "pid": folder / "pid", "rpccookiefile": folder / "cookie", "daemon": 0, "printtoconsole": 0}
        with open(folder / "output.log", "w") as log:
            self.children[node["id"]] = subprocess.Popen(
                [spec[1], *(f"-{key}={value}" for key, value in flags.items())],
                stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True)
        self.event(node, "node.started", "Started bitcoind: its desired state is running.")
        return "starting", None

    def ended(self, node, record, folder, code):
        record["running"] = False
        if record["stopping"]:
            return self.event(node, "node.stopped", "Stopped bitcoind: its desired state or settings changed.")
        words = (folder / "output.log").read_text(errors="replace").splitlines()[-5:] if folder.exists() else []
        times = record["failures"] = record["failures"] + 1
        reason = "\n".join([f"bitcoind exited with code {code}.", *words])[:2000]
        record.update(reason=reason, retryAt=time.time() + min(300, 5 * times))
        self.event(node, "node.exited", reason, "error", {"exitCode": code, "lastWords": words, "times": times})

    def look(self, node, record, folder):
        def rpc(method):
            cookie = base64.b64encode((folder / "cookie").read_bytes()).decode()
            address = f"http://{self.options.address}:{record['port']}"
            return post(address, {"method": method}, f"Basic {cookie}")["result"]

        record["revision"] = node["revision"]
        try:
            chain = rpc("getblockchaininfo")
            if time.time() >= record["sampleAt"] or record["phase"] == "starting":
                record["wallets"] = [wallet["name"] for wallet in rpc("listwalletdir")["wallets"]]
                self.event(node, "node.sample", "", data=sample(chain, rpc))
                record.update(sampleAt=time.time() + 30, disk=chain["size_on_disk"] / 2**20)
        except FAILURES as failure:
            return "starting", f"bitcoind does not answer: {failure}"
        record["failures"] = 0
        return ("syncing" if chain["initialblockdownload"] else "running"), None

    def observe(self, node):
        record = self.state["nodes"].setdefault(node["id"], {
            "phase": "pending", "since": now(), "running": False, "stopping": False, "spec": None, "failures": 0,
            "retryAt": 0, "sampleAt": 0})
        try:
            phase, reason = self.step(node, record)
        except FAILURES as failure:  # such as a client version that is not installed
            phase, reason = "failing", repr(failure)
        if phase != record["phase"]:
            record.update(phase=phase, since=now())
        port = record.get("port")
        return {"id": node["id"], "phase": phase, "since": record["since"], "reason": reason,
                "appliedRevision": record.get("revision"), "configHash": record.get("configHash"),
                "wallets": record.get("wallets"),
                "endpoint": port and {"host": self.options.address, "rpcPort": port, "p2pPort": port + 1}}

    def heartbeat(self, nodes):
        state, disk, mib = self.state, shutil.disk_usage(self.options.data), os.sysconf("SC_PAGE_SIZE") / 2**20
        used, cores = sum(record.get("disk", 0) for record in state["nodes"].values()), os.cpu_count()
        answer = self.call(SYNC, {"input": {
            "name": self.options.name, "instanceId": state["instanceId"], "kind": "example", "version": "1.0.0",
            "channel": "stable", "knownRevision": state["revision"], "nodes": nodes, "capabilities": {
                "networks": self.options.network, "nodeTypes": ["full", "pruned"], "clients": [
                    {"client": "bitcoind", "version": v, "image": path} for v, path in self.options.bitcoind.items()]},
            "resources": {
                "cpuCores": {"total": cores, "usedByNodes": 0, "free": max(0, cores - os.getloadavg()[0])},
                "memoryMiB": {"total": os.sysconf("SC_PHYS_PAGES") * mib, "usedByNodes": 0,
                              "free": os.sysconf("SC_AVPHYS_PAGES") * mib},
                "diskMiB": {"total": disk.total / 2**20, "usedByNodes": used, "free": disk.free / 2**20}}}})
        if state["desired"] and answer["executorId"] != state["executorId"]:
            raise ValueError("the response is for another executor")
        if answer["nodes"] is not None and answer["revision"] >= (state["revision"] or 0):
            listed = {node["id"] for node in answer["nodes"]}
            state.update(executorId=answer["executorId"], revision=answer["revision"], desired=answer["nodes"], nodes={
                id: record for id, record in state["nodes"].items() if id in listed or record["phase"] != "deleted"})
        self.due = time.monotonic() + answer["heartbeatIntervalSeconds"]
        if answer["rotateKeyAt"] and now() >= answer["rotateKeyAt"]:
            state["key"] = self.call(ROTATE)["secret"]  # the old key works until this one is used
        self.save()
        batch = state["outbox"][:]
        for event in self.call(REPORT, {"input": batch})["rejected"] if batch else []:
            print("rejected event:", event, flush=True)
        del state["outbox"][:len(batch)]

    def run(self):
        while True:
            nodes = [self.observe(node) for node in self.state["desired"]]
            if nodes != self.reported or time.monotonic() >= self.due:
                self.reported, self.due = nodes, time.monotonic() + 5
                self.save()
                try:
                    self.heartbeat(nodes)
                except FAILURES as failure:  # without a control plane, the nodes stay as they are
                    print("heartbeat failed:", failure, flush=True)
            time.sleep(1)

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--url", required=True)
parser.add_argument("--name", required=True)
parser.add_argument("--data", required=True, type=lambda path: Path(path).resolve())
parser.add_argument("--bitcoind", required=True, action="append", metavar="VERSION=PATH")
parser.add_argument("--network", required=True, nargs="+", choices=["mainnet", "testnet4", "signet", "regtest"])
parser.add_argument("--address", default="127.0.0.1", help="IPv4 address of the daemons, as people reach them")
parser.add_argument("--allow", default=[], nargs="+", help="networks that may call their RPC")
parser.add_argument("--first-port", default=20000, type=int)
options = parser.parse_args()
options.bitcoind = dict(text.split("=", 1) for text in options.bitcoind)
os.umask(0o077)
options.data.mkdir(parents=True, exist_ok=True)
lock = open(options.data / "lock", "w")
fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)  # one executor for these nodes
Executor(options).run()
