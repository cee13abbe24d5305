import { yearsBefore } from '@/lib/domain/values/calendar'
import { dollars } from '@/lib/domain/values/decimal'
import { acceptedCardsBefore, amountOf, establishedOn, everCancelled, shownAt } from './case-values'
import { riskOfCategory } from './category-risks'
import type { SignalRule } from './signal'

/** The document plan's limit: from here on, a failing business costs more than its first months earn. */
const HIGH_VOLUME_WITHOUT_HISTORY = dollars(50_000)

/**
 * A processor that saw the statements ended the account. The business may be on the MATCH list, and it may happen
 * again.
 */
export const cancelledAccount: SignalRule = ({ draft }) => {
  if (everCancelled(draft) !== true) return []
  const paths =
    'everCancelled' in draft.merchant
      ? ['merchant.everCancelled']
      : ['options.cancelledProcessor', 'options.cancellationReason', 'options.cancellationDate']
  return [
    {
      code: 'cancelled-account',
      weight: 'serious',
      title: 'A merchant account was canceled before',
      why: 'Another processor ended it, often for chargebacks or fraud. Verify the reason with the statements and the MATCH list.',
      values: paths.map((path) => shownAt(draft, path)),
    },
  ]
}

/** An unproven volume is a hope: neither the business nor we know its chargebacks. */
export const newToCardsWithHighVolume: SignalRule = ({ draft }) => {
  const volume = amountOf(draft.options.highMonthlyVolume)
  if (acceptedCardsBefore(draft) !== false || volume === null || volume < HIGH_VOLUME_WITHOUT_HISTORY)
    return []
  const history =
    'everAcceptedCards' in draft.merchant
      ? ['merchant.everAcceptedCards']
      : ['options.accountType', 'options.previousProcessor']
  return [
    {
      code: 'new-to-cards',
      weight: 'concern',
      title: 'High volume without processing history',
      why: 'No statements support the volume. Ask what it is based on, and consider a lower limit for the first months.',
      values: [...history, 'options.highMonthlyVolume'].map((path) => shownAt(draft, path)),
    },
  ]
}

/** Most businesses that fail do so within two years, and many fraudulent ones are weeks old. */
export const youngBusiness: SignalRule = ({ draft, today }) => {
  const established = establishedOn(draft)
  // A date in the future is a mistake with a warning of its own.
  if (established !== null && (established > today || established <= yearsBefore(today, 2))) return []
  const isUnderOne = established !== null && established > yearsBefore(today, 1)
  return [
    {
      code: 'young-business',
      weight: established === null || isUnderOne ? 'concern' : 'note',
      title:
        established === null
          ? 'The age of the business is unknown'
          : `The business is less than ${isUnderOne ? 'one year' : 'two years'} old`,
      why: 'Young businesses fail most often. Check bank statements and the owners’ history.',
      values: [shownAt(draft, 'merchant.dateEstablished')],
    },
  ]
}

/** Card networks register, limit or forbid some categories, and fine whoever boards them unknowingly. */
export const riskyCategory: SignalRule = ({ draft }) => {
  const risk = riskOfCategory(draft.merchant.mcc)
  if (!risk) return []
  return [
    {
      code: 'risky-category',
      weight: risk.weight,
      title: `Merchant category ${risk.mcc}: ${risk.name}`,
      why: risk.why,
      values: [shownAt(draft, 'merchant.mcc')],
    },
  ]
}

export const HISTORY_RULES: readonly SignalRule[] = [
  cancelledAccount,
  newToCardsWithHighVolume,
  youngBusiness,
  riskyCategory,
]
