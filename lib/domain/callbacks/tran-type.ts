import { APPROVED_RESP_CODE } from './fields'

/** Words for how or with what a sale was paid. */
const KIND = '(?:credit|debit|card|cc|hpp|hosted|payment|page|web|online|internet|e-?commerce|keyed|manual)'

const SALE_TYPE = new RegExp(`^(?:${KIND}[\\s_.-]*)*(?:sales?|purchases?)$`, 'i')

/** `CREDIT CARD`, `CC`: only the kind of card. */
const CARD_TYPE = /^(?:credit|debit)[\s_-]*card$/i

/**
 * Whether `tran_type` names a sale. The interface defines it as "transaction type of the original request" ("Events"),
 * without a list of values. Empty counts as a sale, because only approved sales are reported. `CREDIT` alone does not:
 * the interface uses it for a sale by credit card, but card networks use it for a refund (docs/decisions/0009).
 */
export const isSaleType = (tranType: string): boolean =>
  tranType === '' || SALE_TYPE.test(tranType) || CARD_TYPE.test(tranType)

/** Words that clearly mean that money went back, or never came. The database uses this pattern too. */
export const TAKES_BACK = 'void|refund|rfnd|revers|return|cancel|charge.?back'

const TAKES_MONEY_BACK = new RegExp(TAKES_BACK, 'i')

/** Whether the type clearly says that money went back, so that no person can count it as a sale. */
export const takesMoneyBack = (tranType: string): boolean => TAKES_MONEY_BACK.test(tranType)

/**
 * Why an event is not an approved sale: by its response code, or by its type, since a void or refund can be approved
 * too. If there are several types, each has to name a sale. A missing code is reported as a missing field.
 */
export function saleAnomalies(
  respCode: string,
  tranTypes: readonly string[],
): ('not-approved' | 'not-a-sale')[] {
  return [
    ...(respCode !== '' && respCode !== APPROVED_RESP_CODE ? (['not-approved'] as const) : []),
    ...(tranTypes.every(isSaleType) ? [] : (['not-a-sale'] as const)),
  ]
}
