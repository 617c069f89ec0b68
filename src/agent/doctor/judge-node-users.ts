import { type Finding, type Judged, ok, problem, warning } from '../../contract/finding.ts';
import { defaultNodeUser } from '../settings/options.ts';
import type { DoctorFacts } from './facts.ts';

type Facts = Pick<DoctorFacts, 'nodeUsers' | 'mappedUser' | 'engine' | 'configPath'>;

/** Checks that no account of the host can act as a daemon, and that the engine can run daemons of new nodes. */
export function judgeNodeUsers(facts: Facts): Judged[] {
  return [...judgeOwners(facts), judgeMapping(facts)];
}

function judgeOwners({ nodeUsers, configPath, engine }: Facts): Finding[] {
  const isPodman = 'isPodman' in engine && engine.isPodman;
  const unused = nodeUsers.find(({ isSetting, owners }) => isSetting && owners.length === 0)?.user ?? defaultNodeUser;
  return nodeUsers.map(({ user, isSetting, nodes, owners }) => {
    if (owners.length === 0) return ok('node user', `${user} is no account of this host`);
    const who = [...(isSetting ? ['new nodes'] : []), ...nodes].join(', ');
    const change = `chown -hR ${unused} on the folder “node” in its volume (${isPodman ? 'podman' : 'docker'} volume inspect satrap-ID)`;
    // Podman does not show whose the data is: a node keeps the user that it had.
    const [before, after] = isPodman
      ? ['delete NODE, which keeps it', 'create NODE with --adopt ID and its options']
      : ['stop NODE', 'start NODE'];
    return warning(
      'node user',
      `${user}, the user of ${who}, is also that of ${owners.join(', ')}, which can read wallets and change chain data`,
      [
        ...(isSetting ? [`set node_user = "${unused}" in ${configPath}, or another UID:GID without an account`] : []),
        ...(nodes.length > 0 ? [`for existing data: satrap nodes ${before}, ${change}, satrap nodes ${after}`] : []),
      ].join('; '),
    );
  });
}

/** As many as useradd gives to a user (SUB_UID_COUNT in login.defs(5)). */
const defaultIds = 65_536;

/** Of the ids of its containers, a rootless engine has only as many as its user has subordinate ones. */
function judgeMapping({ mappedUser, engine, configPath }: Facts): Judged {
  if (mappedUser === null || mappedUser.ids === null) return null;
  const { user, place, ids } = mappedUser;
  const whose = `${user}, the user of new nodes (${place ?? 'the default'})`;
  const [uid = 0, gid = 0] = user.split(':').map(Number);
  const { nextFrom, user: owner } = ids;
  const available = Math.min(ids.users, ids.groups);
  if (uid <= ids.users && gid <= ids.groups)
    return ok('node user', `${whose}, is one of the ${available} ids of containers of user ${owner}`);
  const range = `${nextFrom}-${nextFrom + defaultIds - 1}`;
  const apply = 'isPodman' in engine && engine.isPodman ? 'podman system migrate' : 'systemctl --user restart docker';
  return problem(
    'node user',
    `${whose}, is beyond the ${available} subordinate ids of user ${owner} in /etc/subuid and /etc/subgid, so they cannot start`,
    [
      `usermod --add-subuids ${range} --add-subgids ${range} ${owner}, as root, then as ${owner}: ${apply}`,
      ...(available > 0 ? [`or set node_user = "${available}:${available}" in ${configPath}`] : []),
    ].join('; '),
  );
}
