import { looseKey } from '@/lib/domain/values/loose-key'

/** How people write an ownership, and every choice of either endpoint that it may mean. */
const OWNERSHIP_WORDS: readonly { words: readonly string[]; names: readonly string[] }[] = [
  {
    words: ['sole prop', 'sole proprietor', 'proprietor', 'proprietorship', 'individual', 'sp'],
    names: ['Sole Proprietorship'],
  },
  {
    words: ['llc', 'limited liability', 'Limited Liability Company'],
    names: [
      'Limited Liability Company',
      'Privately Held Limited Liability Company',
      'Publicly Traded Limited Liability Company',
    ],
  },
  {
    words: [
      ...['private llc', 'privately held llc', 'single member llc', 'pllc'],
      'Privately Held Limited Liability Company',
    ],
    names: ['Limited Liability Company', 'Privately Held Limited Liability Company'],
  },
  {
    words: ['corp', 'inc', 'incorporated', 'corporation', 'c corp', 'c corporation'],
    names: ['Privately Held Corporation', 'Publicly Traded Corporation'],
  },
  {
    // An S corporation has at most 100 owners, so it is not publicly traded.
    words: ['s corp', 's corporation', 'private corporation', 'private corp', 'privately held corp'],
    names: ['Privately Held Corporation'],
  },
  {
    words: ['limited partnership', 'lp', 'Partnership'],
    names: ['Partnership', 'Privately Held Partnership', 'Publicly Traded Partnership'],
  },
  {
    words: [
      ...['general partnership', 'limited liability partnership', 'llp', 'gp', 'private partnership'],
      'Privately Held Partnership',
    ],
    names: ['Partnership', 'Privately Held Partnership'],
  },
  {
    words: ['public partnership', 'Publicly Traded Partnership'],
    names: ['Publicly Traded Partnership'],
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
  {
    words: ['public llc', 'publicly traded llc', 'Publicly Traded Limited Liability Company'],
    names: ['Publicly Traded Limited Liability Company'],
  },
  { words: ['bank', 'credit union'], names: ['Financial Institution'] },
]

/**
 * The choices that a word such as `L.L.C.`, `S-Corp` or the other endpoint's name may mean: none, one, or several
 * for a person to choose from.
 */
export function ownershipsOf(choices: readonly string[], typed: string): string[] {
  const word = looseKey(typed)
  if (word === '') return []
  const isWord = (each: string) => looseKey(each) === word
  const entry =
    OWNERSHIP_WORDS.find(({ words }) => words.some(isWord)) ??
    OWNERSHIP_WORDS.find(({ names }) => names.some(isWord))
  return entry?.names.filter((name) => choices.includes(name)) ?? []
}
