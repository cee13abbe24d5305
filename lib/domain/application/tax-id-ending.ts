import { isSoleProprietorship } from './tax-id'

/** In a list, which knows no more of it than its end: a sole proprietor's may be an SSN as well as an EIN. */
export const taxIdEnding = (lastFour: string | undefined, ownership = ''): string | undefined =>
  lastFour && `${isSoleProprietorship(ownership) ? '•••••' : '••-•••'}${lastFour}`
