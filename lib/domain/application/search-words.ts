import { withoutUnseen } from '@/lib/domain/values/unseen'

/** Longer than any names; PostgreSQL refuses much longer index entries. */
const MAX_LENGTH = 2_000

/**
 * The words of a text, as stored for searching and as a search is read: lower case, no accents, punctuation or
 * invisible characters, single spaces. `O'Brien & İpek` → `obrien ipek`.
 */
export const searchWords = (text: string): string =>
  withoutUnseen(text.slice(0, 4 * MAX_LENGTH))
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\p{M}'’]/gu, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .slice(0, MAX_LENGTH)
