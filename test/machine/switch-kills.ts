import { Random } from '../harness/random.ts';

/** The steps of a switch in a container, in their order. Each is in the journal of the helper before it begins. */
export const steps = ['unpack', 'stop', 'store', 'pointer', 'start', 'judge', 'commit'] as const;
export type Step = (typeof steps)[number];

/** Whose process is killed: the helper's, the agent's, both, or the engine's. */
const victims = ['helper', 'agent', 'both', 'engine'] as const;

/** A kill at a step of a switch. */
export interface Kill {
  step: Step;
  victim: (typeof victims)[number];
  /** After the beginning of the step, in milliseconds. */
  delayMs: number;
}

/** Returns one kill for each step and each victim, in an order and with delays that the seed determines. */
export function planKills(seed: number): Kill[] {
  const random = new Random(seed);
  const kills = steps.flatMap((step) => victims.map((victim) => ({ step, victim, delayMs: random.below(150) })));
  return random.some(kills, kills.length);
}

/** A pattern of sh for the text of a journal that is at a step or behind it. */
const isAt = (step: Step): string => {
  const after = steps.slice(steps.indexOf(step));
  return after.map((each) => `*'"phase":"${each}"'*`).join('|');
};

const commands: Record<Kill['victim'], string> = {
  helper: 'helper',
  agent: 'agent',
  both: 'helper; agent',
  engine: 'systemctl kill -s KILL --kill-who main docker',
};

/**
 * Returns a script of sh that waits for the steps of a switch, kills whom it shall at each, as a fault would and without the engine's knowledge,
 * and writes when it did, in milliseconds since the epoch, or that the switch was over before. It fails where no switch comes within two minutes.
 */
export const killScript = (journal: string, kills: readonly Kill[]): string => `
now() { date +%s%3N; }
end=$(($(now) + 120000)) seen=
in_time() { [ "$(now)" -lt $end ] || { echo "the switch did not come to: $1" >&2; exit 1; }; }
is_over() { [ -n "$seen" ] && [ ! -e ${journal} ]; }
# It may be about to start, for the first time or again.
helper() { until pkill -KILL -f '[.][cm]js agent upgrade-helpe[r]' || is_over; do in_time helper; sleep 0.02; done; }
agent() { pkill -KILL -f '[.][cm]js agent ru[n]' || true; }
${kills
  .map(
    ({ step, victim, delayMs }) => `
until is_over; do
  text=; { read -r text <${journal}; } 2>/dev/null
  [ -z "$text" ] || seen=yes
  case $text in ${isAt(step)}) break ;; esac
  in_time ${step}; sleep 0.003
done
is_over && echo "over before: ${step}"
sleep ${delayMs / 1000}
now
${commands[victim]}`,
  )
  .join('\n')}
true`;
