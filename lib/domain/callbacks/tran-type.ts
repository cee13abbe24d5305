import { APPROVED_RESP_CODE } from './fields'

/** Words that say by what or where a sale was paid. */
const KIND = '(?:credit|debit|card|cc|hpp|hosted|payment|page|web|online|internet|e-?commerce|keyed|manual)'

const SALE_TYPE = new RegExp(`^(?:${KIND}[\\s_.-]*)*(?:sales?|purchases?)$`, 'i')

/** `CREDIT CARD`, `CC`: the kind of card alone. */
const CARD_TYPE = /^(?:credit|debit)[\s_-]*card$/i

/**
 * Whether `tran_type` names a sale: "transaction type of the original request" (interface, "Events"), with no list of
 * values there. Empty is a sale, since only approved sales are reported. `CREDIT` alone is not taken for one: the
 * interface calls a sale by credit card so, and card networks call a refund so (docs/decisions/0009).
 */
export const isSaleType = (tranType: string): boolean =>
  tranType === '' || SALE_TYPE.test(tranType) || CARD_TYPE.test(tranType)

/** Words that say plainly that money went back, or never came: a pattern that the database reads, too. */
export const TAKES_BACK = 'void|refund|rfnd|revers|return|cancel|charge.?back'

const TAKES_MONEY_BACK = new RegExp(TAKES_BACK, 'i')

/** Whether the type says so: nobody counts it as a sale. */
export const takesMoneyBack = (tranType: string): boolean => TAKES_MONEY_BACK.test(tranType)

/**
 * Why an event is no approved sale: by its response code, or by its type, which an approved void or refund has too. Of
 * several types each has to name a sale. A code that is missing is told as a missing field.
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
