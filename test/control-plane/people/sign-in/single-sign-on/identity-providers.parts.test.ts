import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parse } from 'smol-toml';
import { describe, expect, test } from 'vitest';
import type { ProviderFile } from '../../../../../src/control-plane/people/sign-in/single-sign-on/provider-file.ts';
import { Browser } from '../../../../harness/browser.ts';
import { TestIdentityProvider } from '../../../../harness/identity-provider.ts';
import { codeOf } from '../../../../harness/inhabited.ts';
import { newOwner } from '../../../../harness/people.ts';
import { startReplica } from '../../../../harness/replica.ts';
import { sharedControlPlane } from '../../../../harness/shared-control-plane.ts';

const publicUrl = 'https://satrap.example';
const controlPlane = sharedControlPlane();
const pages = join(import.meta.dirname, '../../../../../docs/control-plane/identity-providers');
const email = () => `${crypto.randomUUID()}@example.com`;

type Habits = NonNullable<Parameters<typeof TestIdentityProvider.start>[1]>;

interface Behaviour extends Habits {
  /** The claims of a person with the role of the page. */
  sends: () => Record<string, unknown>;
  /** The claim with the address, where it is not `email`. */
  address?: string;
  /** What the provider sends of a person who lost the group. */
  without: object;
  /** Whether the membership ends then: an absent claim changes nothing. */
  ends: boolean;
}

const zitadelRoles = 'urn:zitadel:iam:org:project:roles';

/** What each provider does with the settings of its page. */
const behaviours: Record<string, Behaviour> = {
  keycloak: {
    path: '/realms/acme',
    sends: () => ({ email: email(), email_verified: true, name: 'Ada', groups: ['/platform', '/staff/night'] }),
    ...{ without: { groups: [] }, ends: true },
  },
  entra: {
    path: '/11111111-2222-3333-4444-555555555555/v2.0',
    claims: { openid: ['oid', 'tid', 'roles'] },
    onlyInIdToken: ['oid', 'tid', 'roles', 'preferred_username'],
    sends: () => ({
      ...{ oid: crypto.randomUUID(), tid: '11111111-2222-3333-4444-555555555555', name: 'Ada' },
      ...{ preferred_username: email(), email: 'ada@elsewhere.example', roles: ['Satrap.Admin'] },
    }),
    address: 'preferred_username',
    ...{ without: { roles: undefined }, ends: false },
  },
  okta: {
    claims: { profile: ['name'], groups: ['groups'] },
    onlyInUserInfo: ['email', 'email_verified', 'name'],
    onlyInIdToken: ['groups'],
    sends: () => ({ email: email(), email_verified: true, name: 'Ada', groups: ['Everyone', 'platform'] }),
    ...{ without: { groups: undefined }, ends: false },
  },
  google: {
    claims: { openid: ['hd'] },
    sends: () => ({ email: email(), email_verified: true, name: 'Ada', hd: 'example.com' }),
    ...{ without: { hd: undefined }, ends: false },
  },
  authentik: {
    path: '/application/o/satrap/',
    sends: () => ({ email: email(), email_verified: true, name: 'Ada', groups: ['platform'] }),
    ...{ without: { groups: [] }, ends: true },
  },
  zitadel: {
    claims: { openid: [zitadelRoles] },
    onlyInUserInfo: ['email', 'email_verified', 'name', zitadelRoles],
    sends: () => ({
      ...{ email: email(), email_verified: true, name: 'Ada' },
      [zitadelRoles]: { platform: { 123456789012345678: 'acme.example' } },
    }),
    ...{ without: { [zitadelRoles]: undefined }, ends: false },
  },
};

const documented = globSync('*.md', { cwd: pages }).filter((page) => page !== 'index.md');

/** The settings of a page. */
function settingsOf(page: string): ProviderFile {
  const blocks = [...readFileSync(join(pages, page), 'utf8').matchAll(/^```toml\n(.*?)^```$/gms)];
  expect(blocks).toHaveLength(1);
  return parse(blocks[0]?.[1] ?? '') as unknown as ProviderFile;
}

describe.each(documented)('the settings of %s', (page) => {
  const behaviour = behaviours[basename(page, '.md')];

  test('give the role of the page, and keep it as the page says', async () => {
    if (behaviour === undefined) throw new Error('no behaviour is known of this provider');
    const { sends, without, ends, address = 'email', ...habits } = behaviour;
    const { roles, issuer, ...settings } = settingsOf(page);
    expect(new URL(issuer).pathname).toBe(habits.path ?? '/');
    const owner = await newOwner(controlPlane);
    const provider = await TestIdentityProvider.start(publicUrl, habits);
    const ofHere = roles.map((each) => ({ ...each, organization: owner.organizationId }));
    const { client_id: _, client_secret: __, ...rest } = settings;
    const singleSignOn = provider.writeFile(controlPlane, ofHere, rest);
    const replica = await startReplica(controlPlane, { publicUrl, singleSignOn });
    const claims = sends();
    const sub = crypto.randomUUID();
    const signIn = async (sent: object, subject = sub) => {
      provider.people.set(subject, { ...claims, ...sent });
      const browser = new Browser({ url: replica.url, settings: { publicUrl } });
      const { startSingleSignOn } = await browser.ask('mutation { startSingleSignOn { url } }');
      const query = await provider.authorize(startSingleSignOn.url, subject);
      const complete =
        'mutation($data: CompleteSingleSignOnInput!) { completeSingleSignOn(data: $data) { person { email name } } }';
      return browser.call(complete, { data: { query } });
    };
    const role = async () => {
      const { members } = await owner.browser.ask('{ members { role person { email } } }');
      type Row = { role: string; person: { email: string } };
      return members.find((row: Row) => row.person.email === claims[address])?.role;
    };

    const { data } = await signIn({});
    expect(data?.completeSingleSignOn).toEqual({ person: { email: claims[address], name: 'Ada' } });
    expect(await role()).toBe(roles[0]?.role);
    expect(codeOf(await signIn(without))).toBe(ends ? 'single_sign_on_failed' : undefined);
    expect(await role()).toBe(ends ? undefined : roles[0]?.role);
    // Another client at the provider: only a claim that is the same for all clients finds the person again.
    const asOther = codeOf(await signIn({}, crypto.randomUUID()));
    if (!ends) expect(asOther).toBe(settings.subject_claim === undefined ? 'single_sign_on_failed' : undefined);
    await replica.close();
    await provider.close();
  });
});

test('every provider whose behaviour is known has a page', () => {
  expect(documented.map((page) => basename(page, '.md')).toSorted()).toEqual(Object.keys(behaviours).toSorted());
});
