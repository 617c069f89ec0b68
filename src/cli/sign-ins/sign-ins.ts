import type { Command } from 'commander';
import type { SignInAttemptFragment } from '../../contract/operations.generated.ts';
import { type Api, defineApiCommand, notFound } from '../api.ts';
import { age, type Line, print, tableLines } from '../output.ts';
import { defineList, type Resource } from '../resource.ts';

const attempts: Resource<SignInAttemptFragment> = {
  noun: 'sign-in',
  fetch: async (api) => listAttempts(api),
  namesOf: ({ id }) => [id],
  columns: {
    id: 'id',
    age: ({ at }) => age(at),
    outcome: ({ refusal }) => (refusal === null ? 'signed in' : 'refused'),
    findings: ({ checks }) =>
      checks.flatMap(({ claim, isSatisfied, found }) => (isSatisfied ? [] : [`${claim}: ${found}`])).join('; ') || '-',
  },
};

const listAttempts = async (api: Api) => (await api.call('ListSignInAttempts', {})).singleSignOnAttempts;

export function register(group: Command): void {
  defineList(group, attempts, {
    description: 'list recent sign-ins with single sign-on, newest first',
    hint: 'no sign-ins with single sign-on in the last 30 days; only system administrators see them',
    most: 50,
  });
  const shown = 'show what the identity provider sent, and what the settings make of it';
  defineApiCommand(group, 'show <sign-in>', shown).action(async (api, options, id) => {
    const found = (await listAttempts(api)).find((attempt) => attempt.id === id);
    if (found === undefined) return notFound(api, `no sign-in ${id}`, 'satrap sign-ins list');
    print(found, options, () => attemptLines(found));
  });
}

export function attemptLines({ at, refusal, checks, claims, groups }: SignInAttemptFragment): Line[] {
  const rows = checks.map(({ setting, claim, isSatisfied, found }) => [
    setting,
    claim,
    isSatisfied ? 'yes' : 'no',
    found,
  ]);
  return [
    refusal === null ? `signed in ${age(at)} ago` : `refused ${age(at)} ago: ${refusal}`,
    '',
    ...tableLines(['setting', 'claim', 'satisfied', 'found'], rows),
    '',
    'claims:',
    ...claims.map((claim) => `  ${claim}`),
    `groups: ${groups === null ? 'not sent' : groups.length === 0 ? 'none' : ''}`.trimEnd(),
    ...(groups ?? []).map((name) => `  ${name}`),
  ];
}
