"""An executor for Satrap that runs each node as a container of the local Docker engine.

Usage: python3 executor.py options.json < token, where options.json has
{"url": "https://satrap.example.com/graphql", "directory": "/var/lib/executor", "network": "bridge",
 "host": "192.0.2.10", "firstPort": 20000, "heartbeat": {"name": "host-1", "kind": "example", …}}.
`heartbeat` has the constant fields of heartbeats. Daemons run as the same user and outlive this program."""
import base64, datetime, hashlib, json, os, pathlib, shutil, subprocess, sys, time, urllib.request, uuid
SYNC = """mutation ($input: SyncExecutorInput!) { syncExecutor(input: $input) {
  executorId revision rotateKeyAt heartbeatIntervalSeconds nodes { id revision desiredState restartCounter
    dataPolicy removableWallets clientVersion config { key value } rpcAuth formerRpcAuth } } }"""
EVENTS = "mutation ($input: [RuntimeEventInput!]!) { reportRuntimeEvents(input: $input) { accepted } }"
ENROL = "mutation ($data: EnrolExecutorInput!) { enrolExecutor(data: $data) { secret } }"
METHODS = ("getblockchaininfo", "getnetworkinfo", "getmempoolinfo", "getindexinfo", "uptime")
os.umask(0o077)
options = json.loads(pathlib.Path(sys.argv[1]).read_text())
host, name, directory = options["host"], options["heartbeat"]["name"], pathlib.Path(options["directory"])
images = {client["version"]: client["image"] for client in options["heartbeat"]["capabilities"]["clients"]}
file, interval, due, retry_at, sample_at, reported = directory / "state.json", 5, 0, {}, {}, None
state = json.loads(file.read_text()) if file.exists() else {
    "instanceId": str(uuid.uuid4()), "secret": "", "nodes": [], "events": [], "reports": {}, "started": {}}

def now():
    return datetime.datetime.now(datetime.UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")

def save():
    file.with_suffix(".new").write_text(json.dumps(state))
    file.with_suffix(".new").replace(file)

def post(url, authorization, body):
    headers = {"Content-Type": "application/json", "Authorization": authorization}
    request = urllib.request.Request(url, json.dumps(body).encode(), headers)
    return json.loads(urllib.request.urlopen(request, timeout=10).read(32 * 2**20))

def call(query, **variables):
    answer = post(options["url"], f"Bearer {state['secret']}", {"query": query, "variables": variables})
    if "errors" in answer:
        raise RuntimeError(answer["errors"][0]["message"])
    return answer["data"]

def add_event(what, node, data=None):
    state["events"].append({"id": str(uuid.uuid4()), "at": now(), "executorName": name, "nodeId": node["id"],
                            "kind": f"node.{what}", "level": "error" if what == "exited" else "info",
                            "message": f"bitcoind {what}", "data": data})

def wallets_in(folder):
    for path in filter(pathlib.Path.is_file, folder.rglob("*")):
        head = path.open("rb").read(16)
        if head == b"SQLite format 3\0" or head[12:] in (b"\0\x05\x31\x62", b"\x62\x31\x05\0"):
            wallet = path.parent if path.name == "wallet.dat" else path
            yield "" if wallet == folder / "wallets" else str(wallet).removeprefix(f"{folder}/wallets/")

def step(node, report, container, is_present):  # towards the desired state; returns the phase
    folder, desired = directory / str(uuid.UUID(node["id"])), node["desiredState"]
    wanted = [node[key] for key in ("config", "clientVersion", "rpcAuth", "formerRpcAuth", "restartCounter")]
    if is_present and desired == "running" and state["started"].get(node["id"]) == wanted:
        report["appliedRevision"] = node["revision"]
        return observe(node, folder, report["endpoint"]["rpcPort"])
    if is_present:
        subprocess.run(["docker", "kill", "--signal=TERM", container])  # a KILL can damage the data
        return "stopping"
    if report["phase"] in ("starting", "syncing", "running", "stopping"):
        add_event("stopped" if report["phase"] == "stopping" else "exited", node)
        retry_at[container] = time.monotonic() + (0 if report["phase"] == "stopping" else 10)
    if desired == "deleted" and node["dataPolicy"] == "remove" and folder.exists():
        if unnamed := set(wallets_in(folder)) - set(node["removableWallets"] or []):
            raise RuntimeError(f"The removal does not name the wallets {unnamed}.")
        shutil.rmtree(folder)
    if desired == "running":
        if time.monotonic() < retry_at.get(container, 0):
            raise RuntimeError("bitcoind exited; see debug.log.")
        start(node, report, container, folder)
        state["started"][node["id"]] = wanted
    report["appliedRevision"] = node["revision"]
    return "starting" if desired == "running" else desired

def start(node, report, container, folder):
    rpc = options["firstPort"] + 10 * list(state["reports"]).index(node["id"])
    chain, *lines = [f"{line['key']}={line['value']}\n" for line in node["config"]]
    pairs = [f"rpcauth={node[key]}\n" for key in ("rpcAuth", "formerRpcAuth") if node[key]]
    zmq = {line["key"][6:]: line["value"][-5:] for line in node["config"] if "tcp://" in line["value"]}
    ports = {rpc: rpc, rpc + 1: rpc + 1, **{rpc + int(port) % 10: port for port in zmq.values()}}
    (folder / "wallets").mkdir(parents=True, exist_ok=True)
    (folder / "bitcoin.conf").write_text(f"{chain}[{chain[6:-1]}]\n" + "".join(lines + pairs))
    subprocess.run([
        "docker", "run", "--detach", "--rm", "--pull=never", "--label=example-executor", "--cap-drop=ALL",
        f"--name={container}", f"--network={options['network']}", f"--user={os.getuid()}:{os.getgid()}",
        *(f"--publish={host}:{ours}:{port}" for ours, port in ports.items()), f"--volume={folder}:{folder}",
        "--entrypoint=bitcoind", images[node["clientVersion"]], f"-datadir={folder}", "-nosettings",
        f"-conf={folder}/bitcoin.conf", f"-walletdir={folder}/wallets", f"-rpccookiefile={folder}/.cookie",
        f"-rpcport={rpc}", "-rpcbind=0.0.0.0", "-rpcallowip=0.0.0.0/0", f"-port={rpc + 1}"], check=True)
    report["configHash"] = hashlib.sha256("".join([chain, *lines]).encode()).hexdigest()
    report["endpoint"] = {"host": host, "rpcPort": rpc, "p2pPort": rpc + 1, "zmq": [
        {"topic": topic, "url": f"tcp://{host}:{rpc + int(port) % 10}"} for topic, port in zmq.items()]}
    add_event("started", node)

def observe(node, folder, port):
    authorization = "Basic " + base64.b64encode((folder / ".cookie").read_bytes()).decode()
    answers = post(f"http://{host}:{port}", authorization, [{"id": 0, "method": name} for name in METHODS])
    chain, network, mempool, indexes, uptime = (answer["result"] for answer in answers)
    if time.monotonic() >= sample_at.get(port, 0):
        sample_at[port], warnings = time.monotonic() + 30, network["warnings"]
        add_event("sample", node, {
            "at": now(), "height": chain["blocks"], "headers": chain["headers"], "uptimeSeconds": uptime,
            "bestBlockHash": chain["bestblockhash"], "chainWork": chain["chainwork"],
            "verificationProgress": chain["verificationprogress"], "sizeOnDiskBytes": chain["size_on_disk"],
            "initialBlockDownload": chain["initialblockdownload"], "subversion": network["subversion"],
            "peersInbound": network["connections_in"], "peersOutbound": network["connections_out"],
            "mempoolTransactions": mempool["size"], "mempoolVirtualBytes": mempool["bytes"],
            "mempoolUsageBytes": mempool["usage"], "mempoolLimitBytes": mempool["maxmempool"],
            "warnings": warnings if isinstance(warnings, list) else warnings.splitlines(),
            "indexes": [{"name": key, "synced": each["synced"], "bestBlockHeight": each["best_block_height"]}
                        for key, each in indexes.items()]})
    return "syncing" if chain["initialblockdownload"] else "running"

def heartbeat():
    reports, known = [state["reports"][node["id"]] for node in state["nodes"]], state.get("revision")
    reply = call(SYNC, input={**options["heartbeat"], "instanceId": state["instanceId"],
                              "knownRevision": known, "nodes": reports})["syncExecutor"]
    if reply["revision"] < (known or 0) or state["nodes"] and reply["executorId"] != state["executorId"]:
        raise RuntimeError("refused a response of another executor, or with an older revision")
    state.update({key: value for key, value in reply.items() if value is not None})
    call(EVENTS, input=state["events"][:1000])
    del state["events"][:1000]
    if reply["rotateKeyAt"] and reply["rotateKeyAt"] <= now():  # stored before the next call
        state["secret"] = call("mutation { rotateExecutorKey { secret } }")["rotateExecutorKey"]["secret"]
    return reply["heartbeatIntervalSeconds"]

save()
if not state["secret"]:
    data = {"token": sys.stdin.readline().strip(), "name": name, "instanceId": state["instanceId"]}
    state["secret"] = call(ENROL, data=data)["enrolExecutor"]["secret"]
while True:
    save()
    try:
        list_containers = ["docker", "ps", "--all", "--filter=label=example-executor", "--format={{.Names}}"]
        present = subprocess.check_output(list_containers, text=True).split()
        for node in state["nodes"]:
            container, new = f"executor-{node['id']}", {"id": node["id"], "phase": "pending", "since": now()}
            last = state["reports"].setdefault(node["id"], new)
            try:
                phase, reason = step(node, last, container, container in present), None
            except Exception as error:
                failed = "failing" if node["desiredState"] == "running" else "deleting"
                phase, reason = last["phase"] if container in present else failed, str(error)
            last.update(phase=phase, reason=reason, since=last["since"] if phase == last["phase"] else now())
        if json.dumps(state["reports"]) != reported or time.monotonic() >= due:
            reported, due = json.dumps(state["reports"]), time.monotonic() + interval
            interval = heartbeat()
    except Exception as error:
        print(error, file=sys.stderr, flush=True)
    time.sleep(1)
