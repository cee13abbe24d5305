'use client'

import { FieldFrame } from '@/components/forms/field-frame'
import { Option } from '@/components/forms/option'
import { moneyText } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import {
  type FundingRules,
  readFundingRules,
  type TypedFundingRules,
  typedFundingRules,
} from '@/lib/domain/settings/funding-rules'
import { saveFundingAction } from '@/lib/server/admin/settings/actions'
import { SettingForm } from './setting-form'
import type { KeptEdits } from './use-edit'
import { useSettingForm } from './use-setting-form'

type Typed = TypedFundingRules

const kept: KeptEdits<FundingRules, Typed> = new Map()

function isSame(stored: FundingRules, typed: Typed): boolean {
  const untouched = typedFundingRules(stored)
  return (
    typed.hasAmountLimit === untouched.hasAmountLimit &&
    typed.hasTransactionLimit === untouched.hasTransactionLimit &&
    (!typed.hasAmountLimit || typed.secondAboveAmount === untouched.secondAboveAmount) &&
    (!typed.hasTransactionLimit || typed.secondAboveTransactions === untouched.secondAboveTransactions)
  )
}

const changesIn = (before: FundingRules, after: FundingRules): string[] => [
  ...(before.secondAboveAmount === after.secondAboveAmount
    ? []
    : [
        after.secondAboveAmount === null
          ? 'Made no amount need a second approval.'
          : `Made amounts above ${moneyText(after.secondAboveAmount)} need a second approval.`,
      ]),
  ...(before.secondAboveTransactions === after.secondAboveTransactions
    ? []
    : [
        after.secondAboveTransactions === null
          ? 'Made no number of transactions need a second approval.'
          : `Made more than ${after.secondAboveTransactions.toLocaleString('en-US')} transactions need a second approval.`,
      ]),
]

/** Who has to approve a batch: one save for all of it. */
export function FundingForm({ rules }: { rules: FundingRules }) {
  const { typed, change, findingsAt, frame } = useSettingForm({
    id: 'funding',
    kept,
    brought: rules,
    begin: typedFundingRules,
    isSame,
    problemsOf: (now) => readFundingRules(now).problems,
    save: (base, now) => saveFundingAction({ base, typed: now }),
    changesIn,
  })

  return (
    <SettingForm label="Funding" frame={frame}>
      <Panel title="Approval">
        <p className="mb-3 max-w-prose text-sm text-muted">
          A batch is always approved by somebody who did not work on it. Large ones can need two of them.
        </p>
        <Option
          type="checkbox"
          checked={typed.hasAmountLimit}
          onChange={({ target }) => change({ hasAmountLimit: target.checked })}
          label={<span className="font-medium">Two people approve above an amount</span>}
        />
        {typed.hasAmountLimit && (
          <FieldFrame
            path="secondAboveAmount"
            meta={{ label: 'Sum of a batch, in US dollars' }}
            required
            findings={findingsAt('secondAboveAmount')}
            className="mt-1 mb-3 max-w-xs ps-6"
          >
            {(control) => (
              <input
                {...control}
                type="text"
                inputMode="decimal"
                maxLength={40}
                value={typed.secondAboveAmount}
                onChange={({ target }) => change({ secondAboveAmount: target.value })}
                className="control text-end"
              />
            )}
          </FieldFrame>
        )}
        <Option
          type="checkbox"
          checked={typed.hasTransactionLimit}
          onChange={({ target }) => change({ hasTransactionLimit: target.checked })}
          label={<span className="font-medium">Two people approve above a number of transactions</span>}
        />
        {typed.hasTransactionLimit && (
          <FieldFrame
            path="secondAboveTransactions"
            meta={{ label: 'Transactions of a batch' }}
            required
            findings={findingsAt('secondAboveTransactions')}
            className="mt-1 max-w-xs ps-6"
          >
            {(control) => (
              <input
                {...control}
                type="text"
                inputMode="numeric"
                maxLength={12}
                value={typed.secondAboveTransactions}
                onChange={({ target }) => change({ secondAboveTransactions: target.value })}
                className="control text-end"
              />
            )}
          </FieldFrame>
        )}
      </Panel>
    </SettingForm>
  )
}
