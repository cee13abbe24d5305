import type { KnownSale, MoneyKnowledge } from '@/lib/domain/funding/check-money'
import type { HeldAmount } from '@/lib/domain/funding/held'
import type { FundingLine } from '@/lib/domain/funding/line'

/** Lines of a batch and what the desk knows of their money, as briefly as a table of rules has them. */

/** `T-1 A 10.00`, or `#700000000001 A 10.00` by reference number. */
export const lines = (...texts: string[]): FundingLine[] =>
  texts.map((text, index) => {
    const [name = '', merchantId = '', amount = ''] = text.split(' ')
    const isReference = name.startsWith('#')
    return {
      row: index + 2,
      transactionId: isReference ? '' : name,
      retrievalReferenceNumber: isReference ? name.slice(1) : '',
      merchantId,
      amount,
    }
  })

export const centsOf = ({ amount }: FundingLine): number | null => {
  const cents = Math.round(Number(amount) * 100)
  return amount === '' || Number.isNaN(cents) ? null : cents
}

export const merchant = (
  merchantId: string,
  state: 'active' | 'paused' | 'closed' | 'unconfirmed' = 'active',
) => ({
  merchantId,
  name: `Shop ${merchantId}`,
  state,
  isFirst: false,
})
export const sale = (id: string, amountMinor: number | null, fields: Partial<KnownSale> = {}): KnownSale => ({
  key: `id ${id}`,
  n: 1,
  amountMinor,
  trouble: null,
  isOfOtherProfile: false,
  merchantId: '',
  judgedBy: null,
  ...fields,
})
export const held = (
  merchantId: string,
  amountMinor: number,
  fields: Partial<HeldAmount> = {},
): HeldAmount => ({
  merchantId,
  amountMinor,
  isCertain: true,
  batchId: 'batch',
  batchNumber: 1007,
  at: '2026-11-20T00:00:00.000Z',
  ...fields,
})

export const known = (fields: Partial<MoneyKnowledge> = {}): MoneyKnowledge => ({
  names: [],
  sales: [],
  held: [],
  open: [],
  merchants: [merchant('A'), merchant('B'), merchant('C')],
  suggestions: [],
  named: [],
  similarSales: [],
  otherSpellings: [],
  sameInBatches: [],
  overrides: [],
  origins: [],
  declaredAbsent: [],
  refused: [],
  unlogged: 'allowed',
  ...fields,
})
