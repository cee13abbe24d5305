/** How people write an ownership, and what it is called at either endpoint; the first that is a choice there is meant. */
const OWNERSHIP_WORDS: readonly { words: readonly string[]; names: readonly string[] }[] = [
  {
    words: ['sole prop', 'sole proprietor', 'proprietor', 'proprietorship', 'individual', 'sp'],
    names: ['Sole Proprietorship'],
  },
  {
    words: ['llc', 'limited liability', 'private llc', 'privately held llc', 'single member llc', 'pllc'],
    names: ['Limited Liability Company', 'Privately Held Limited Liability Company'],
  },
  {
    words: [
      ...['corp', 'inc', 'incorporated', 'corporation', 'c corp', 's corp', 'c corporation', 's corporation'],
      ...['private corporation', 'private corp', 'privately held corp'],
    ],
    names: ['Privately Held Corporation'],
  },
  {
    words: ['general partnership', 'limited partnership', 'limited liability partnership', 'lp', 'llp', 'gp'],
    names: ['Partnership', 'Privately Held Partnership'],
  },
  {
    words: [
      ...['nonprofit', 'not for profit', '501c3', 'charity', 'nonprofit corporation'],
      ...['tax exempt organization', 'nonprofit organization'],
    ],
    names: ['Tax Exempt'],
  },
  {
    words: ['government agency', 'government entity', 'municipality', 'public agency', 'govt', 'gov'],
    names: ['Government'],
  },
  {
    words: ['public corporation', 'public corp', 'publicly traded', 'publicly traded corp', 'public company'],
    names: ['Publicly Traded Corporation'],
  },
  { words: ['public llc', 'publicly traded llc'], names: ['Publicly Traded Limited Liability Company'] },
  { words: ['bank', 'credit union'], names: ['Financial Institution'] },
]

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')

/**
 * The choice that a word such as `L.L.C.`, `S-Corp` or the other endpoint's name means; null where it may mean
 * none of these choices.
 */
export function ownershipOf(choices: readonly string[], typed: string): string | null {
  const word = plain(typed)
  if (word === '') return null
  const names = OWNERSHIP_WORDS.find((entry) =>
    [...entry.words, ...entry.names].some((each) => plain(each) === word),
  )?.names
  return names?.find((name) => choices.includes(name)) ?? null
}
