import { withoutUnseen } from '@/lib/domain/values/unseen'

/** More than any names come to; PostgreSQL refuses an index entry that is far longer. */
const MAX_LENGTH = 2_000

/**
 * The words of a text as they are stored to be found and as a search is read: lower case, without accents,
 * punctuation and what nobody sees, one space between. `O'Brien & İpek` → `obrien ipek`.
 */
export const searchWords = (text: string): string =>
  withoutUnseen(text.slice(0, 4 * MAX_LENGTH))
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
