import type { OptionCatalog } from '../clients/catalog.ts';
import { type Network, networkFacts, sections } from '../network.ts';
import { reasonProtected } from '../protected-keys.ts';
import { isOn } from './network-of-conf.ts';
import type { ConfSetting } from './parse-conf.ts';
import type { Judge } from './verdict.ts';

/** A setting with its line. */
export interface NumberedSetting extends ConfSetting {
  number: number;
}

/** Options that bitcoind applies to mainnet only if they stand outside of a section (NETWORK_ONLY in src/init.cpp). */
const needsSection: ReadonlySet<string> = new Set(
  'addnode bind connect port rpcbind rpcport wallet walletdir'.split(' '),
);

/**
 * Returns the settings that are in effect on a network, and judges the others, as bitcoind does (MergeSettings and
 * GetSettingsList in src/common/settings.cpp): a section takes precedence over the lines outside of it; the first of
 * several values counts, unless the option takes several; a negation removes the values before it.
 */
export function effectiveSettings(
  settings: readonly NumberedSetting[],
  network: Network,
  catalog: OptionCatalog,
  judge: Judge,
): NumberedSetting[] {
  const { chain } = networkFacts(network);
  const applied = settings.filter((setting) => {
    const reason = whyNotApplied(setting, network, chain);
    if (reason === null) return true;
    // With such a line, bitcoind does not even start.
    judge(
      setting.number,
      needsSection.has(setting.base) && setting.section === '' ? 'dropped' : 'without_effect',
      reason,
    );
    return false;
  });
  const inEffect = [...Map.groupBy(applied, ({ base }) => base)].flatMap(([base, group]) => {
    const own = group.filter(({ section }) => section === chain);
    const common = group.filter(({ section }) => section === '');
    // No value of a setting of the platform counts: each line is judged for itself.
    const isList = catalog.isRepeatable(base) || reasonProtected(base) !== undefined;
    return isList ? mergeList(own, common, judge) : mergeSingle([own, common], judge);
  });
  return inEffect.toSorted((a, b) => a.number - b.number);
}

function whyNotApplied({ section, base, negated }: NumberedSetting, network: Network, chain: string): string | null {
  if (section === chain) return null;
  if (section === '') {
    const isMissed = needsSection.has(base) && !negated && network !== 'mainnet' && reasonProtected(base) === undefined;
    return isMissed ? `bitcoind applies it to mainnet only, unless it stands in the section [${chain}]` : null;
  }
  if (!sections.includes(section)) return `[${section}] is no network that bitcoind knows, so it ignores the line`;
  return `applies to ${section}, and the network of the node is ${network}`;
}

/** Removes what a later negation clears. A negation at the end stays, as the value «off». */
function afterNegation(span: readonly NumberedSetting[], judge: Judge): NumberedSetting[] {
  // «nokey=0» turns the option on.
  const last = span.findLastIndex((setting) => setting.negated && !isOn(setting));
  if (last <= 0) return [...span];
  const clearing = span[last];
  for (const { number } of span.slice(0, last))
    judge(number, 'without_effect', `line ${clearing?.number} turns it off`);
  return span.slice(last);
}

function mergeSingle(spans: readonly (readonly NumberedSetting[])[], judge: Judge): NumberedSetting[] {
  const candidates = spans.flatMap((span) => {
    const left = afterNegation(span, judge);
    const [first, second] = left;
    if (first === undefined || second === undefined || !first.negated || isOn(first)) return left;
    // A value after the negation counts.
    judge(first.number, 'without_effect', `line ${second.number} sets it`);
    return left.slice(1);
  });
  const [winner, ...losers] = candidates;
  if (winner === undefined) return [];
  for (const { number, section } of losers) {
    const why =
      section === winner.section ? 'the first value counts' : `the section [${winner.section}] takes precedence`;
    judge(number, 'without_effect', `line ${winner.number} sets it: ${why}`);
  }
  return [winner];
}

function mergeList(
  own: readonly NumberedSetting[],
  common: readonly NumberedSetting[],
  judge: Judge,
): NumberedSetting[] {
  const ofOwn = afterNegation(own, judge);
  const ofCommon = afterNegation(common, judge);
  const negation = ofOwn[0];
  const isCleared = negation?.negated === true && !isOn(negation);
  if (isCleared) {
    for (const { number } of ofCommon) judge(number, 'without_effect', `line ${negation.number} clears it`);
  }
  const all = isCleared ? ofOwn : [...ofOwn, ...ofCommon];
  // Where values follow, the negation has done its work.
  const values = all.filter((each) => !each.negated || isOn(each));
  for (const each of all)
    if (values.length > 0 && !values.includes(each))
      judge(each.number, 'without_effect', 'only clears lines before it');
  return withoutRepetition(values.length > 0 ? values : all.slice(0, 1), judge);
}

function withoutRepetition(values: readonly NumberedSetting[], judge: Judge): NumberedSetting[] {
  const seen = new Map<string, number>();
  return values.filter(({ number, negated, value }) => {
    const identity = JSON.stringify([negated, value]);
    const earlier = seen.get(identity);
    if (earlier === undefined) seen.set(identity, number);
    else judge(number, 'without_effect', `repeats line ${earlier}`);
    return earlier === undefined;
  });
}
