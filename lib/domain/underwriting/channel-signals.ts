import { percent } from '@/lib/domain/values/decimal'
import { percentOf, shownAt } from './case-values'
import type { SignalRule } from './signal'

/** From this share on, the business sells mostly at a distance, whatever its shop looks like. */
const CARD_NOT_PRESENT_SHARE = percent(50)

/** A damaged card is keyed now and then; a fifth of the volume is a habit. */
const KEYED_SHARE = percent(20)

/** Without the card there is no proof of who paid: the merchant, and then we, bear fraud and chargebacks. */
export const cardNotPresent: SignalRule = ({ draft }) => {
  const { options } = draft
  if (!('internetPercent' in options)) return []
  const share = (percentOf(options.mailOrPhonePercent) ?? 0n) + (percentOf(options.internetPercent) ?? 0n)
  if (share < CARD_NOT_PRESENT_SHARE) return []
  return [
    {
      code: 'card-not-present',
      weight: 'concern',
      title: 'Half or more of the card volume comes without the card',
      why: 'Without the card present, disputed sales are usually lost. Check proof of delivery and how orders are screened.',
      values: ['mailOrPhonePercent', 'internetPercent'].map((name) => shownAt(draft, `options.${name}`)),
    },
  ]
}

/** A keyed card uses neither chip nor PIN, so stolen numbers are spent that way. */
export const keyedCards: SignalRule = ({ draft }) => {
  const { options } = draft
  if (!('keyedPercent' in options)) return []
  const share = percentOf(options.keyedPercent)
  if (share === null || share < KEYED_SHARE) return []
  return [
    {
      code: 'keyed-cards',
      weight: 'concern',
      title: 'Many cards are keyed by hand',
      why: 'A keyed card was not read, so the cardholder may not have been present. Ask why cards are not swiped, tapped or dipped.',
      values: [shownAt(draft, 'options.keyedPercent')],
    },
  ]
}

export const CHANNEL_RULES: readonly SignalRule[] = [cardNotPresent, keyedCards]
