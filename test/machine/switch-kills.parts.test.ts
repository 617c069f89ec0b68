import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { killScript, planKills, steps } from './switch-kills.ts';

test('a plan of kills has each step and each victim once, and is the same for the same seed', () => {
  const kills = planKills(7);
  expect(new Set(kills.map(({ step, victim }) => `${step} ${victim}`)).size).toBe(kills.length);
  expect(kills).toHaveLength(steps.length * 4);
  expect(planKills(7)).toEqual(kills);
  expect(planKills(8)).not.toEqual(kills);
});

test('the script of any plan is one that sh can read', () => {
  expect(execFileSync('sh', ['-n'], { input: killScript('/journal', planKills(7)), encoding: 'utf8' })).toBe('');
});
