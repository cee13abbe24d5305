import { isSoleProprietorship } from './tax-id'

/** The masked tax ID in a list, which knows only its ending. A sole proprietor's may be an SSN or an EIN. */
export const taxIdEnding = (lastFour: string | undefined, ownership = ''): string | undefined =>
  lastFour && `${isSoleProprietorship(ownership) ? '•••••' : '••-•••'}${lastFour}`
