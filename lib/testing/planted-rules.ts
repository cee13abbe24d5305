/**
 * Twenty rules, each with one line that breaks it. `npm run rules:planted` plants them one at a time in a copy of the
 * tree and runs the tests that should notice. The code is matched by exact text, so that an outdated rule is noticed.
 */
export type PlantedRule = {
  name: string
  /** What the rule is about. */
  area: string
  /** What the product would do with the line in it. */
  says: string
  file: string
  from: string
  to: string
  /** The test file that should catch it. */
  test: string
}

export const PLANTED_RULES: readonly PlantedRule[] = [
  {
    name: 'principal-of-24',
    area: 'ownership',
    says: 'A principal with 24 percent is taken.',
    file: 'lib/domain/application/principal-share.ts',
    from: 'PRINCIPAL_SHARE: Millionths = 25_000_000n',
    to: 'PRINCIPAL_SHARE: Millionths = 24_000_000n',
    test: 'lib/domain/application/ownership.test.ts',
  },
  {
    name: 'more-than-all',
    area: 'ownership',
    says: 'All principals together may own more than 100 percent.',
    file: 'lib/domain/application/ownership.ts',
    from: 'if (sum <= WHOLE) return []',
    to: 'if (sum <= WHOLE + WHOLE) return []',
    test: 'lib/domain/application/ownership.test.ts',
  },
  {
    name: 'percentage-rounded',
    area: 'percentages',
    says: 'A percentage is rounded to the hundredth: 24.999 is 25.',
    file: 'lib/domain/values/decimal.ts',
    from: "parseDecimal(plain.replace(/(\\.\\d{6})\\d+$/, '$1'))",
    to: 'parseDecimal(Number(plain).toFixed(2))',
    test: 'lib/domain/values/values.test.ts',
  },
  {
    name: 'over-sale-by-a-cent',
    area: 'money check',
    says: 'A line may be a cent above its sale.',
    file: 'lib/domain/funding/check-money.ts',
    from: 'if (afterMinor > sale.amountMinor) {',
    to: 'if (afterMinor > sale.amountMinor + 1) {',
    test: 'lib/domain/funding/check-money.test.ts',
  },
  {
    name: 'allowance-outlives-sale',
    area: 'money check',
    says: 'What was allowed above a sale stays allowed when the sale is another amount.',
    file: 'lib/domain/funding/check-money.ts',
    from: 'override.saleMinor === sale.amountMinor &&',
    to: 'override.saleMinor !== null &&',
    test: 'lib/domain/funding/check-money.test.ts',
  },
  {
    name: 'second-hand-approves',
    area: 'approval',
    says: 'Only whoever worked on a batch first is barred from approving it.',
    file: 'lib/domain/funding/approval.ts',
    from: '): boolean => workedOnBy.includes(id)',
    to: '): boolean => workedOnBy[0] === id',
    test: 'lib/domain/funding/approval.test.ts',
  },
  {
    name: 'unread-limit-passes',
    area: 'approval',
    says: 'A limit that cannot be read asks for no second person.',
    file: 'lib/domain/funding/approval.ts',
    from: 'return read === null || amountMinor * MILLIONTHS_OF_A_CENT > read',
    to: 'return read !== null && amountMinor * MILLIONTHS_OF_A_CENT > read',
    test: 'lib/domain/funding/approval.test.ts',
  },
  {
    name: 'contributor-decides',
    area: 'approval',
    says: 'Only the last who worked on an application is barred from deciding it.',
    file: 'lib/domain/underwriting/decision.ts',
    from: 'const deciderDidNotContribute: Rule = ({ contributorIds, deciderId }) =>',
    to: 'const deciderDidNotContribute: Rule = ({ contributorIds: all, deciderId }, contributorIds = all.slice(-1)) =>',
    test: 'lib/domain/underwriting/decision.test.ts',
  },
  {
    name: 'admin-approves',
    area: 'access',
    says: 'An admin approves batches.',
    file: 'lib/domain/access/permissions.ts',
    from: "    'sandbox:control',",
    to: "    'sandbox:control', 'funding:approve',",
    test: 'lib/domain/access/permissions.test.ts',
  },
  {
    name: 'any-claim-reveals',
    area: 'access',
    says: 'Values are revealed to anybody while somebody has the case.',
    file: 'lib/domain/access/reveal.ts',
    from: 'personId === assigneeId || personId === claimedBy',
    to: 'personId === assigneeId || claimedBy !== null',
    test: 'lib/domain/access/reveal.test.ts',
  },
  {
    name: 'whole-sale-as-cents',
    area: 'amounts reading',
    says: 'A sale of “125” is guessed to be cents.',
    file: 'lib/domain/callbacks/readings.ts',
    from: 'if (/^0+$/.test(text)) return 0',
    to: 'if (/^\\d+$/.test(text)) return Number(text)',
    test: 'lib/domain/callbacks/readings.test.ts',
  },
  {
    name: 'chargeback-counts',
    area: 'callbacks reading',
    says: 'A chargeback does not take money back.',
    file: 'lib/domain/callbacks/tran-type.ts',
    from: "'void|refund|rfnd|revers|return|cancel|charge.?back'",
    to: "'void|refund|rfnd|revers|return|cancel'",
    test: 'lib/domain/callbacks/tran-type.test.ts',
  },
  {
    name: 'card-of-13-digits',
    area: 'masking',
    says: 'A card number of 13 digits is kept whole.',
    file: 'lib/domain/callbacks/redact.ts',
    from: 'const LEAST_CARD_DIGITS = 13',
    to: 'const LEAST_CARD_DIGITS = 14',
    test: 'lib/domain/callbacks/redact.test.ts',
  },
  {
    name: 'short-account-shown',
    area: 'masking',
    says: 'Four digits of an account number of six are shown.',
    file: 'lib/domain/application/sensitive.ts',
    from: "digits.length >= 6 ? digits.slice(-2) : ''",
    to: "digits.length >= 6 ? digits.slice(-4) : ''",
    test: 'lib/domain/application/sensitive.test.ts',
  },
  {
    name: 'routing-by-fives',
    area: 'routing number',
    says: 'A routing number passes whose check sum ends in 5.',
    file: 'lib/domain/application/check.ts',
    from: 'return sum > 0 && sum % 10 === 0',
    to: 'return sum > 0 && sum % 5 === 0',
    test: 'lib/domain/application/check.test.ts',
  },
  {
    name: 'address-taken-as-is',
    area: 'list address',
    says: 'A list takes any value that its address names.',
    file: 'lib/domain/lists/list-query.ts',
    from: 'known.find((value) => value === params.get(name)) ?? null',
    to: 'params.get(name) as T | null',
    test: 'lib/domain/lists/list-query.test.ts',
  },
  {
    name: 'formula-after-blank',
    area: 'CSV formulas',
    says: 'A formula after a blank is exported as it is.',
    file: 'lib/domain/values/csv.ts',
    from: 'return /^[\\s\\p{Cc}]*[=+\\-@＝＋－＠]|',
    to: 'return /^[=+\\-@＝＋－＠]|',
    test: 'lib/domain/values/csv.test.ts',
  },
  {
    name: 'unknown-submits-anew',
    area: 'status machine',
    says: 'What has an unknown outcome can be submitted as if it were new.',
    file: 'lib/domain/application/status.ts',
    from: "    'send-again': 'submitting',",
    to: "    'send-again': 'submitting', submit: 'submitting',",
    test: 'lib/domain/application/status.test.ts',
  },
  {
    name: 'markup-is-text',
    area: 'documents by content',
    says: 'A web page that is called .txt is a document.',
    file: 'lib/server/documents/media-type.ts',
    from: 'if (MARKUP.test(decodeText(head, charset)))',
    to: 'if (/\\.html?$/i.test(name) && MARKUP.test(decodeText(head, charset)))',
    test: 'lib/server/documents/register-document.db.test.ts',
  },
  {
    name: 'retry-after-cut',
    area: 'retry',
    says: 'A request that was cut after it was sent is sent once more.',
    file: 'lib/partner/transport.ts',
    from: 'error instanceof NotConnected && attempt < CONNECT_RETRIES',
    to: 'error instanceof PartnerError && attempt < CONNECT_RETRIES',
    test: 'lib/partner/client.contract.test.ts',
  },
]
