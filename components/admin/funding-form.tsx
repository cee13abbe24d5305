'use client'

import { FieldFrame } from '@/components/forms/field-frame'
import { Option } from '@/components/forms/option'
import { moneyText } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import {
  type FundingRules,
  isSameTyped,
  readFundingRules,
  type TypedFundingRules,
  typedFundingRules,
  type UnloggedRule,
} from '@/lib/domain/settings/funding-rules'
import { saveFundingAction } from '@/lib/server/admin/settings/actions'
import { SettingForm } from './setting-form'
import type { KeptEdits } from './use-edit'
import { useSettingForm } from './use-setting-form'

type Typed = TypedFundingRules

const kept: KeptEdits<FundingRules, Typed> = new Map()

const amountWords = (amount: string | null, above: (limit: string) => string, off: string): string =>
  amount === null ? off : above(moneyText(amount))

/** Every change of a save, in words; only what changed. */
function changesIn(before: FundingRules, after: FundingRules): string[] {
  const changed = (rule: keyof FundingRules, words: string) => (before[rule] === after[rule] ? [] : [words])
  return [
    ...changed(
      'secondAboveAmount',
      amountWords(
        after.secondAboveAmount,
        (limit) => `Made amounts above ${limit} need a second approval.`,
        'Made no amount need a second approval.',
      ),
    ),
    ...changed(
      'secondAboveTransactions',
      after.secondAboveTransactions === null
        ? 'Made no number of transactions need a second approval.'
        : `Made more than ${after.secondAboveTransactions.toLocaleString('en-US')} transactions need a second approval.`,
    ),
    ...changed(
      'secondAboveMakerDay',
      amountWords(
        after.secondAboveMakerDay,
        (limit) => `Made more than ${limit} per person and day need a second approval.`,
        'Made no amount per person and day need a second approval.',
      ),
    ),
    ...changed(
      'secondAboveMerchantDay',
      amountWords(
        after.secondAboveMerchantDay,
        (limit) => `Made more than ${limit} per merchant and day need a second approval.`,
        'Made no amount per merchant and day need a second approval.',
      ),
    ),
    ...changed(
      'overSale',
      after.overSale ? 'Allowed amounts above the sale, with a reason.' : 'Refused amounts above the sale.',
    ),
    ...changed(
      'unlogged',
      after.unlogged === 'allowed'
        ? 'Allowed transactions that are not in the callback log.'
        : 'Refused transactions that are not in the callback log.',
    ),
  ]
}

type Limit = {
  has: 'hasAmountLimit' | 'hasTransactionLimit' | 'hasMakerDayLimit' | 'hasMerchantDayLimit'
  rule: 'secondAboveAmount' | 'secondAboveTransactions' | 'secondAboveMakerDay' | 'secondAboveMerchantDay'
  option: string
  label: string
  count?: true
}

const LIMITS: readonly Limit[] = [
  {
    has: 'hasAmountLimit',
    rule: 'secondAboveAmount',
    option: 'Two people approve above an amount',
    label: 'Sum of a batch, in US dollars',
  },
  {
    has: 'hasTransactionLimit',
    rule: 'secondAboveTransactions',
    option: 'Two people approve above a number of transactions',
    label: 'Transactions of a batch',
    count: true,
  },
  {
    has: 'hasMakerDayLimit',
    rule: 'secondAboveMakerDay',
    option: 'Two people approve above an amount per person and day',
    label: 'Sum of what one person submits on a UTC day, in US dollars',
  },
  {
    has: 'hasMerchantDayLimit',
    rule: 'secondAboveMerchantDay',
    option: 'Two people approve above an amount per merchant and day',
    label: 'Sum of what one merchant gets on a UTC day, in US dollars',
  },
]

/** Who has to approve a batch, and what its amounts may be: one save for all of it. */
export function FundingForm({ rules }: { rules: FundingRules }) {
  const { typed, change, findingsAt, frame } = useSettingForm({
    id: 'funding',
    kept,
    brought: rules,
    begin: typedFundingRules,
    isSame: (stored, now) => isSameTyped(typedFundingRules(stored), now),
    problemsOf: (now) => readFundingRules(now).problems,
    save: (base, now) => saveFundingAction({ base, typed: now }),
    changesIn,
  })

  return (
    <SettingForm label="Funding" frame={frame}>
      <Panel title="Approval">
        <p className="mb-3 max-w-prose text-sm text-muted">
          Somebody who did not work on a batch approves it. Above a limit, two of them do. A change counts at
          once for batches that wait; an approved batch stays approved.
        </p>
        {LIMITS.map(({ has, rule, option, label, count }) => (
          <div key={rule}>
            <Option
              type="checkbox"
              checked={typed[has]}
              onChange={({ target }) => change({ [has]: target.checked })}
              label={<span className="font-medium">{option}</span>}
            />
            {typed[has] && (
              <FieldFrame
                path={rule}
                meta={{ label }}
                required
                findings={findingsAt(rule)}
                className="mt-1 mb-3 max-w-md ps-6"
              >
                {(control) => (
                  <input
                    {...control}
                    type="text"
                    inputMode={count ? 'numeric' : 'decimal'}
                    maxLength={count ? 12 : 40}
                    value={typed[rule]}
                    onChange={({ target }) => change({ [rule]: target.value })}
                    className="control max-w-xs text-end"
                  />
                )}
              </FieldFrame>
            )}
          </div>
        ))}
      </Panel>
      <Panel title="Amounts">
        <Option
          type="checkbox"
          checked={typed.overSale}
          onChange={({ target }) => change({ overSale: target.checked })}
          label={
            <span className="font-medium">
              Allow amounts above the sale, one transaction at a time, with a reason
            </span>
          }
        />
        <p className="mb-3 ps-6 text-sm text-muted">
          An approver who did not work on the batch allows each one. All approvers see it.
        </p>
        <fieldset>
          <legend className="font-medium">Transactions that are not in the callback log</legend>
          {UNLOGGED.map(({ value, label, note }) => (
            <Option
              key={value}
              type="radio"
              name="unlogged"
              checked={typed.unlogged === value}
              onChange={() => change({ unlogged: value })}
              label={label}
              note={note}
            />
          ))}
        </fieldset>
      </Panel>
    </SettingForm>
  )
}

const UNLOGGED: readonly { value: UnloggedRule; label: string; note: string }[] = [
  { value: 'allowed', label: 'Allow them', note: 'Approvers see how many there are.' },
  { value: 'refused', label: 'Refuse them', note: 'Each one is an error in the batch.' },
]
