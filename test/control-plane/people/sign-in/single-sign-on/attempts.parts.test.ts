import { beforeAll, describe, expect, test } from 'vitest';
import type { SingleSignOnAttempt } from '../../../../../src/contract/types.generated.ts';
import {
  forgetOldAttempts,
  keepAttempt,
} from '../../../../../src/control-plane/people/sign-in/single-sign-on/attempts.ts';
import { desc, eq, sql } from '../../../../../src/control-plane/platform/database/database.ts';
import { singleSignOnAttempt } from '../../../../../src/control-plane/tables/accounts.ts';
import { Browser } from '../../../../harness/browser.ts';
import { TestIdentityProvider } from '../../../../harness/identity-provider.ts';
import { newOwner } from '../../../../harness/people.ts';
import { type Replica, startReplica } from '../../../../harness/replica.ts';
import { satrapHere } from '../../../../harness/satrap-here.ts';
import { sharedControlPlane, sharedDatabase } from '../../../../harness/shared-control-plane.ts';
import { shared } from '../../../../harness/shared-part.ts';

const publicUrl = 'https://satrap.example';
const controlPlane = sharedControlPlane();
const database = sharedDatabase(controlPlane);
const provider = shared(
  () => TestIdentityProvider.start(publicUrl),
  ({ close }) => close(),
);
let owner: Awaited<ReturnType<typeof newOwner>>;
let replica: Replica;

beforeAll(async () => {
  owner = await newOwner(controlPlane);
  const roles = [{ group: 'staff', organization: owner.organizationId, role: 'member' }];
  replica = await startReplica(controlPlane, { publicUrl, singleSignOn: provider.writeFile(controlPlane, roles) });
  return () => replica.close();
});

const secretValue = 'a-value-that-nobody-stores';

/** Signs a person in, or is refused. */
async function signIn(claims: object, returned: (query: string) => string = (query) => query): Promise<void> {
  const sub = crypto.randomUUID();
  provider.people.set(sub, { email: `${sub}@example.com`, email_verified: true, name: secretValue, ...claims });
  const browser = new Browser({ url: replica.url, settings: { publicUrl } });
  const { startSingleSignOn } = await browser.ask('mutation { startSingleSignOn { url } }');
  const query = returned(await provider.authorize(startSingleSignOn.url, sub));
  const complete =
    'mutation($data: CompleteSingleSignOnInput!) { completeSingleSignOn(data: $data) { person { id } } }';
  await browser.call(complete, { data: { query } });
}

const list = '{ singleSignOnAttempts { id at refusal checks { setting claim isSatisfied found } claims groups } }';
/** As a system administrator: the person of `init`. */
const attempts = async (): Promise<SingleSignOnAttempt[]> => (await controlPlane.ask(list)).singleSignOnAttempts;
const unmet = (attempt: SingleSignOnAttempt | undefined) =>
  attempt?.checks.filter(({ isSatisfied }) => !isSatisfied).map(({ claim, found }) => `${claim}: ${found}`);

describe('a system administrator sees of the latest sign-ins', () => {
  test('which claims of a refused person were absent', async () => {
    await signIn({ email_verified: undefined });
    const [latest] = await attempts();
    expect(latest).toMatchObject({ refusal: expect.stringContaining('set trust_email'), groups: null });
    expect(unmet(latest)).toEqual(['email_verified: absent', 'groups: absent']);
    expect(latest?.claims).toEqual(expect.arrayContaining(['email: text', 'name: text']));
  });

  test('the groups of a person without a role', async () => {
    await signIn({ groups: ['guests'] });
    const [latest] = await attempts();
    expect(latest).toMatchObject({ refusal: expect.stringContaining('None of your groups'), groups: ['guests'] });
    expect(unmet(latest)).toEqual(['groups: no group with a role']);
  });

  test('that all was well', async () => {
    await signIn({ groups: ['staff'] });
    const [latest] = await attempts();
    expect([latest?.refusal, unmet(latest)]).toEqual([null, []]);
  });

  test('claims whose names PostgreSQL cannot store', async () => {
    await signIn({ groups: ['st\0aff', '\ud800'] });
    expect((await attempts())[0]?.groups).toEqual(['st\ufffdaff', '\ufffd']);
  });

  test('no value of a claim', async () => {
    await signIn({ groups: ['staff'] });
    const rows = JSON.stringify(await database.select().from(singleSignOnAttempt));
    expect(rows).toContain('name: text');
    expect(rows).not.toMatch(new RegExp(`${secretValue}|@example\\.com`));
  });

  test('nothing of a sign-in without an answer of the provider', async () => {
    const before = await attempts();
    await signIn({}, (query) => query.replace(/code=[^&]*/, 'error=access_denied'));
    expect(await attempts()).toEqual(before);
  });
});

test('others see no sign-in', async () => {
  expect(await owner.browser.ask(list)).toEqual({ singleSignOnAttempts: [] });
});

test('the command line lists sign-ins with their findings, and shows one', async () => {
  await signIn({});
  const env = { SATRAP_URL: controlPlane.url, SATRAP_API_KEY: controlPlane.personalKey };
  const [latest] = await attempts();
  const { stdout } = await satrapHere('sign-ins list', env);
  expect(stdout.split('\n')[1]).toMatch(new RegExp(`^${latest?.id} +\\d+s +refused +groups: absent`));
  const shown = await satrapHere(`sign-ins show ${latest?.id}`, env);
  expect(shown.stdout).toMatch(/^refused \d+s ago: Acme did not send your groups/);
  expect(shown.stdout).toMatch(/^groups_claim +groups +no +absent$/m);
  expect(shown.stdout).toMatch(/^claims:\n( {2}.*\n)* {2}email: text$/m);
  expect(shown.stdout).toContain('groups: not sent');
});

describe('of the attempts', () => {
  const check = (isSatisfied: boolean) => ({ setting: 'roles', claim: 'groups', isSatisfied, found: 'found' });
  const keep = (isSatisfied: boolean, name = 'a') =>
    keepAttempt(database, { checks: [check(isSatisfied)], claims: [name], groups: null }, null);
  const count = (hasFinding: boolean) =>
    database.$count(singleSignOnAttempt, eq(singleSignOnAttempt.hasFinding, hasFinding));

  test('the last 20 with a finding stay, however many sign in without one', async () => {
    await database.delete(singleSignOnAttempt);
    for (let index = 0; index < 22; index++) await keep(false, String(index));
    for (let index = 0; index < 7; index++) await keep(true);
    expect([await count(false), await count(true)]).toEqual([5, 20]);
    const [latest] = await database
      .select()
      .from(singleSignOnAttempt)
      .where(eq(singleSignOnAttempt.hasFinding, true))
      .orderBy(desc(singleSignOnAttempt.at));
    expect(latest?.received.claims).toEqual(['21']);
  });

  test('those of 30 days ago are forgotten', async () => {
    await database.update(singleSignOnAttempt).set({ at: sql`now() - interval '31 days'` });
    await keep(true);
    await forgetOldAttempts(database);
    expect([await count(false), await count(true)]).toEqual([1, 0]);
  });
});
