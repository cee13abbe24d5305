/** The ownership, in either kind of application, where the business is its one owner. */
export const isSoleProprietorship = (ownership: string): boolean => ownership.trim() === 'Sole Proprietorship'

/** First two digits that the IRS has never assigned to an EIN. */
const UNASSIGNED_EIN_PREFIXES = '00 07 08 09 17 18 19 28 29 49 69 70 78 79 89 96 97'.split(' ')

/** If not, it is a sole proprietor's SSN, or wrong. */
export const canBeEin = (digits: string): boolean => !UNASSIGNED_EIN_PREFIXES.includes(digits.slice(0, 2))
