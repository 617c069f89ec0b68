import { copyFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { errorMessage } from '../../src/text/error-message.ts';
import { shared } from '../harness/shared-part.ts';
import { isSoak } from '../harness/soak.ts';
import { describePlan, planRound } from './random-faults/plan.ts';
import { runRound } from './random-faults/round.ts';
import { startWorld } from './random-faults/world.ts';

// A short run. `npm run faults -- --seed N --rounds 300` makes a long one, and repeats one: each round depends on seed
// and number only.

const number = (name: string, otherwise: number) => Number(process.env[name] ?? otherwise);
/** Kills the agent after a call and the control plane, and removes a container, while a user restarts and creates nodes. */
const shortSeed = 76_447;
const seed = number('SATRAP_FAULTS_SEED', shortSeed);
const first = number('SATRAP_FAULTS_FROM', 1);
const rounds = number('SATRAP_FAULTS_ROUNDS', isSoak() ? 300 : 1);
/** The folder for logs of a failed round; none by default. */
const keptLogs = process.env['SATRAP_FAULTS_LOGS'];

const plans = Array.from({ length: rounds }, (_none, index) => planRound(seed, first + index));
const breaksEngine = plans.some(({ faults }) => faults.some(({ part }) => part === 'engine'));

const world = shared(
  () => startWorld({ breaksEngine }),
  (started) => started[Symbol.asyncDispose](),
);

test('invariants 1-6, 8-14: everything is as desired after one to three random faults', {
  timeout: 300_000 + rounds * 60_000,
}, async () => {
  console.log(`faults: seed ${seed}, ${rounds} rounds`);
  const counts = new Map<string, number>();
  const begun = performance.now();
  for (const plan of plans) {
    const began = performance.now();
    try {
      await runRound(world, plan);
    } catch (error) {
      if (keptLogs !== undefined) copyFileSync(world.host.agent.logFile, `${keptLogs}/faults-${seed}-agent.log`);
      const again = `npm run faults -- --seed ${seed} --from ${plan.round} --rounds 1`;
      throw new Error(
        `${describePlan(plan)}\n${errorMessage(error)}\nrepeat: ${again}\nthe agent’s log ends with:\n${world.host.agent.log.slice(-3000)}\n${world.switches.log.slice(-1500)}`,
        { cause: error },
      );
    }
    for (const { part } of plan.faults) counts.set(part, (counts.get(part) ?? 0) + 1);
    console.log(`${describePlan(plan)} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  }
  const figures = [...counts].map(([part, count]) => `${part} ${count}`).join(', ');
  console.log(`faults: ${rounds} rounds in ${((performance.now() - begun) / 1000).toFixed(0)} s: ${figures}`);
  expect(counts.size).toBeGreaterThan(0);
});
