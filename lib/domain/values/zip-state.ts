import { readZip } from './zip-code'

/**
 * The first three digits of a ZIP code name a sectional center and so, by the postal service's own assignment, a state.
 * A few centers serve two states (063, 205, 739, 834, and the Pacific islands). A prefix without a state decides
 * nothing.
 */
const PREFIXES: Readonly<Record<string, string>> = {
  AA: '340',
  AE: '090-098',
  AK: '995-999',
  AL: '350-369',
  AP: '962-966',
  AR: '716-729',
  AS: '967',
  AZ: '850-865',
  CA: '900-961',
  CO: '800-816',
  CT: '060-069',
  DC: '200 202-205 569',
  DE: '197-199',
  FL: '320-339 341-349',
  FM: '969',
  GA: '300-319 398-399',
  GU: '969',
  HI: '967-968',
  IA: '500-528',
  ID: '832-838',
  IL: '600-629',
  IN: '460-479',
  KS: '660-679',
  KY: '400-427',
  LA: '700-714',
  MA: '010-027 055',
  MD: '205-219',
  ME: '039-049',
  MH: '969',
  MI: '480-499',
  MN: '550-567',
  MO: '630-658',
  MP: '969',
  MS: '386-397',
  MT: '590-599',
  NC: '270-289',
  ND: '580-588',
  NE: '680-693',
  NH: '030-038',
  NJ: '070-089',
  NM: '870-884',
  NV: '889-898',
  NY: '005 063 100-149',
  OH: '430-459',
  OK: '730-731 734-749',
  OR: '970-979',
  PA: '150-196',
  PR: '006-007 009',
  PW: '969',
  RI: '028-029',
  SC: '290-299',
  SD: '570-577',
  TN: '370-385',
  TX: '733 739 750-799 885',
  UT: '840-847',
  VA: '201 205 220-246',
  VI: '008',
  VT: '050-054 056-059',
  WA: '980-994',
  WI: '530-549',
  WV: '247-268',
  WY: '820-831 834',
}

const STATES_OF_PREFIX = new Map<number, string[]>()
for (const [state, ranges] of Object.entries(PREFIXES)) {
  for (const range of ranges.split(' ')) {
    const [from = 0, to = from] = range.split('-').map(Number)
    for (let prefix = from; prefix <= to; prefix++) {
      STATES_OF_PREFIX.set(prefix, [...(STATES_OF_PREFIX.get(prefix) ?? []), state])
    }
  }
}

/** The two-letter codes of the states that the ZIP code can be in; empty if unknown. */
export const statesOfZip = (zip: string): readonly string[] =>
  STATES_OF_PREFIX.get(Number(readZip(zip)?.zip.slice(0, 3))) ?? []
