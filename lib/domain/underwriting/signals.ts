import { kindOf } from '@/lib/domain/application/draft'
import { catalogueOf } from '@/lib/domain/application/either-fields'
import { ADDRESS_RULES } from './address-signals'
import { CHANNEL_RULES } from './channel-signals'
import { DELIVERY_RULES } from './delivery-signals'
import { DOCUMENT_RULES } from './document-signals'
import { HISTORY_RULES } from './history-signals'
import { MODE_RULES } from './mode-signals'
import { ONLINE_RULES } from './online-signals'
import { OWNER_RULES } from './owner-signals'
import { type CaseFacts, SIGNAL_WEIGHTS, type Signal, type SignalRule } from './signal'
import { VOLUME_RULES } from './volume-signals'
import { WARNING_RULES } from './warning-signals'

export type { CaseFacts, Signal } from './signal'

const RULES: readonly SignalRule[] = [
  ...MODE_RULES,
  ...VOLUME_RULES,
  ...CHANNEL_RULES,
  ...DELIVERY_RULES,
  ...HISTORY_RULES,
  ...OWNER_RULES,
  ...ADDRESS_RULES,
  ...ONLINE_RULES,
  ...WARNING_RULES,
  ...DOCUMENT_RULES,
]

/** The signals of a case, most serious first, then in form order. Secrets are masked. */
export function riskSignals(facts: CaseFacts): Signal[] {
  const { compareFormOrder } = catalogueOf(kindOf(facts.draft))
  const firstPath = ({ values }: Signal): string => values[0]?.path ?? ''
  return RULES.flatMap((rule) => rule(facts))
    .map((signal) => ({
      ...signal,
      values: signal.values.toSorted((a, b) => compareFormOrder(a.path, b.path)),
    }))
    .sort(
      (a, b) =>
        SIGNAL_WEIGHTS.indexOf(a.weight) - SIGNAL_WEIGHTS.indexOf(b.weight) ||
        compareFormOrder(firstPath(a), firstPath(b)),
    )
}
