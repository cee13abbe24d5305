import { decimalText, dollars } from '@/lib/domain/values/decimal'
import { moneyText } from '@/lib/domain/values/money'
import { amountOf, shownAt } from './case-values'
import type { Signal, SignalRule } from './signal'

/** More card sales a month than one counter can handle: about 650 a day, one a minute for eleven hours. */
const MOST_SALES_A_MONTH = 20_000n

/** Below this volume a month, many sales are simply small ones and need no explanation. */
const SMALL_VOLUME = dollars(10_000)

/** Most shops sell something at ten times their usual basket; beyond twenty, it is another kind of business. */
const HIGH_TICKET_TIMES = 20n

const VOLUME = 'options.highMonthlyVolume'
const AVERAGE = 'options.averageTicket'
const HIGH = 'options.highTicket'

/** Volume and ticket must fit one business. If not, one is wrong, or the account processes other businesses' sales. */
export const tooManyTransactions: SignalRule = ({ draft }) => {
  const volume = amountOf(draft.options.highMonthlyVolume)
  const average = amountOf(draft.options.averageTicket)
  if (volume === null || average === null || average === 0n) return []
  if (volume < SMALL_VOLUME || volume <= average * MOST_SALES_A_MONTH) return []
  const sales = (volume / average).toLocaleString('en-US')
  return [
    {
      code: 'transaction-count',
      weight: 'concern',
      title: 'Implausible number of sales per month',
      why: `Volume and average ticket make about ${sales} sales in the highest month. One of the two figures is wrong, or the account would process sales of other businesses.`,
      values: [shownAt(draft, VOLUME), shownAt(draft, AVERAGE)],
    },
  ]
}

/** No average sale is above a whole month's volume: no one checked these figures, or someone made them up. */
export const averageAboveVolume: SignalRule = ({ draft }) => {
  const volume = amountOf(draft.options.highMonthlyVolume)
  const average = amountOf(draft.options.averageTicket)
  if (volume === null || average === null || average <= volume) return []
  return [
    {
      code: 'average-above-volume',
      weight: 'serious',
      title: 'The average ticket is above the highest monthly volume',
      why: 'The figures contradict each other, so no limit can be based on them.',
      values: [shownAt(draft, VOLUME), shownAt(draft, AVERAGE)],
    },
  ]
}

/** Card testing, cash advances and a changed business all show up later as tickets far from the usual one. */
export const highTicketManyTimesAverage: SignalRule = ({ draft }) => {
  const average = amountOf(draft.options.averageTicket)
  const high = amountOf(draft.options.highTicket)
  if (average === null || high === null || average === 0n || high <= average * HIGH_TICKET_TIMES) return []
  return [
    {
      code: 'high-ticket-times-average',
      weight: 'concern',
      title: `The highest ticket is more than ${HIGH_TICKET_TIMES} times the average`,
      why: 'One chargeback of this size outweighs many good sales. Ask what is sold at that price, and how often.',
      values: [shownAt(draft, AVERAGE), shownAt(draft, HIGH)],
    },
  ]
}

/** If one sale is more than a month brings in, its chargeback would be our loss. */
export const highTicketAboveVolume: SignalRule = ({ draft }) => {
  const volume = amountOf(draft.options.highMonthlyVolume)
  const average = amountOf(draft.options.averageTicket)
  const high = amountOf(draft.options.highTicket)
  if (volume === null || high === null || high <= volume) return []
  // `averageAboveVolume` reports it already: an average above the volume puts the highest ticket above it, too.
  if (average !== null && average > volume) return []
  return [
    {
      code: 'high-ticket-above-volume',
      weight: 'serious',
      title: 'The highest ticket is above the highest monthly volume',
      why: 'A single sale would be more than the best month. The volume is understated, or the ticket is wrong; if both are right, one chargeback costs more than a month brings in.',
      values: [shownAt(draft, VOLUME), shownAt(draft, HIGH)],
    },
  ]
}

/** Figures that contradict each other: limits based on one of them will not fit the sales. */
export const volumesDisagree: SignalRule = ({ draft }) => {
  const { options } = draft
  const volume = amountOf(options.highMonthlyVolume)
  const cards = amountOf(options.cardVolume)
  const found: Signal[] = []
  if (volume !== null && cards !== null && cards > volume) {
    found.push(
      disagreement('The card volume is above the highest monthly volume', [
        'cardVolume',
        'highMonthlyVolume',
      ]),
    )
  }
  if (!('yearlyCardVolume' in options)) return found
  const yearly = amountOf(options.yearlyCardVolume)
  const revenue = amountOf(options.yearlyNetRevenue)
  if (volume !== null && yearly !== null && volume > yearly) {
    found.push(
      disagreement('The highest monthly volume is above the yearly card volume', [
        'highMonthlyVolume',
        'yearlyCardVolume',
      ]),
    )
  }
  if (yearly !== null && revenue !== null && yearly > revenue) {
    found.push(
      disagreement(`Yearly card volume exceeds revenue by ${moneyText(decimalText(yearly - revenue))}`, [
        'yearlyNetRevenue',
        'yearlyCardVolume',
      ]),
    )
  }
  return found

  function disagreement(title: string, fields: readonly string[]): Signal {
    return {
      code: 'volumes-disagree',
      weight: 'concern',
      title,
      why: 'One of the figures is wrong. Ask which before you approve a volume.',
      values: fields.map((name) => shownAt(draft, `options.${name}`)),
    }
  }
}

export const VOLUME_RULES: readonly SignalRule[] = [
  tooManyTransactions,
  averageAboveVolume,
  highTicketManyTimesAverage,
  highTicketAboveVolume,
  volumesDisagree,
]
