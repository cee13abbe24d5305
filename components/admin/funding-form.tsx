'use client'

import { type FormEvent, useState } from 'react'
import { FieldFrame } from '@/components/forms/field-frame'
import { Option } from '@/components/forms/option'
import { Button } from '@/components/ui/button'
import { moneyText } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import {
  type FundingRules,
  readFundingRules,
  type TypedFundingRules,
  typedFundingRules,
} from '@/lib/domain/settings/funding-rules'
import type { SettingProblem } from '@/lib/domain/settings/setting-problem'
import { saveFundingAction } from '@/lib/server/admin/settings/actions'
import { DoneNotice, FailureNotice, type StaleFacts, StaleNotice } from './save-notices'
import { type KeptEdits, useEdit } from './use-edit'
import { useSave } from './use-save'

type Typed = TypedFundingRules

const kept: KeptEdits<FundingRules, Typed> = new Map()

/** Compared as written: what is only written in another way must not be rewritten under the cursor. */
function isSame(stored: FundingRules, typed: Typed): boolean {
  const untouched = typedFundingRules(stored)
  return (
    typed.hasAmountLimit === untouched.hasAmountLimit &&
    typed.hasTransactionLimit === untouched.hasTransactionLimit &&
    (!typed.hasAmountLimit || typed.secondAboveAmount === untouched.secondAboveAmount) &&
    (!typed.hasTransactionLimit || typed.secondAboveTransactions === untouched.secondAboveTransactions)
  )
}

/** What somebody else changed, in words. */
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
  const edit = useEdit({ id: 'funding', kept, brought: rules, begin: typedFundingRules, isSame })
  const { base, typed, isChanged } = edit
  const { form, busy, failure, run, refuse } = useSave()
  const [stale, setStale] = useState<StaleFacts | null>(null)
  const [problems, setProblems] = useState<readonly SettingProblem[]>([])
  const [done, setDone] = useState('')

  function change(part: Partial<Typed>) {
    setDone('')
    edit.change({ ...typed, ...part })
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setDone('')
    const { problems: found } = readFundingRules(typed)
    setProblems(found)
    if (found.length > 0) return refuse()
    const result = await run(() => saveFundingAction({ base, typed }))
    if (result?.ok) {
      edit.settle(result.value, typed)
      setStale(null)
      setDone('Saved. It counts at once.')
    } else if (result?.reason === 'stale') {
      const { theirs, ...facts } = result
      setStale({ ...facts, changes: changesIn(base, theirs) })
      edit.rebase(theirs, (mine) => mine)
    } else if (result) {
      setProblems(result.problems)
      refuse()
    }
  }

  function discard() {
    edit.discard()
    setStale(null)
    setProblems([])
    setDone('Your changes are discarded.')
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }

  const findingsAt = (path: string) =>
    problems
      .filter((problem) => problem.path === path)
      .map(({ message }) => ({ severity: 'error' as const, message }))

  return (
    <form
      ref={form}
      onSubmit={save}
      noValidate
      aria-label="Funding"
      className="flex max-w-3xl flex-col gap-4"
    >
      {stale && (
        <StaleNotice stale={stale} what="page" onDiscard={isChanged ? discard : undefined}>
          Below is what you chose, and it is not saved yet: look it over, and save if it shall be so.
        </StaleNotice>
      )}
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
      <FailureNotice failure={failure} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button type="submit" variant="primary" busy={busy}>
          Save
        </Button>
        {isChanged && (
          <>
            <Button variant="ghost" onClick={discard}>
              Discard changes
            </Button>
            <span className="text-sm text-muted">Not saved yet</span>
          </>
        )}
        <DoneNotice>{done}</DoneNotice>
      </div>
    </form>
  )
}
