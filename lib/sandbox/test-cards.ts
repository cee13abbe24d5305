/** A card that the hosted page accepts, and the result of a sale with it (contract.md, "Hosted page"). */
export type TestCard = {
  /** Without spaces. */
  number: string
  kind: 'credit' | 'debit'
  approved: boolean
  /** The token that a real processor would store for it. */
  cardId: string
}

export const APPROVED_CREDIT: TestCard = {
  number: '4111111111111111',
  kind: 'credit',
  approved: true,
  cardId: 'card-5b1f0c9e7a34',
}

export const TEST_CARDS: readonly TestCard[] = [
  APPROVED_CREDIT,
  { number: '4000056655665556', kind: 'debit', approved: true, cardId: 'card-c06d2e81f4b7' },
  { number: '4000000000000002', kind: 'credit', approved: false, cardId: 'card-91a7e35d08cf' },
]

/** Finds a card by number as people type it, with spaces or hyphens between the digits. */
export const findTestCard = (typed: string): TestCard | undefined =>
  TEST_CARDS.find(({ number }) => number === typed.replace(/[\s\p{Pd}]/gu, ''))

/** `4111111111111111` → `************1111`. */
export const truncatedNumber = (number: string): string => number.slice(-4).padStart(number.length, '*')
