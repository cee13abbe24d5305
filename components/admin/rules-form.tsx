'use client'

import { type FormEvent, useState } from 'react'
import { Option } from '@/components/forms/option'
import { Button } from '@/components/ui/button'
import { Panel } from '@/components/ui/panel'
import { saveRulesAction } from '@/lib/server/admin/settings/actions'
import type { Rules } from '@/lib/server/settings'
import { DoneNotice, FailureNotice, type StaleFacts, StaleNotice } from './save-notices'
import { type KeptEdits, useEdit } from './use-edit'
import { useSave } from './use-save'

const kept: KeptEdits<Rules, Rules> = new Map()
const asStored = (rules: Rules) => rules
const isSame = (a: Rules, b: Rules) => RULES.every(({ name }) => a[name] === b[name])

type RuleText = { name: keyof Rules; title: string; label: string; means: string }

const RULES: readonly RuleText[] = [
  {
    name: 'resendNeedsSecondPerson',
    title: 'Unknown outcomes',
    label: 'Sending an unknown outcome again takes two people',
    means:
      'When the partner’s answer to an application was lost, the same request can be sent again. If the partner has it after all, its records are made twice. With this rule one person asks for it, and another one sends it.',
  },
]

const ruleChanges = (before: Rules, after: Rules): string[] =>
  RULES.filter(({ name }) => before[name] !== after[name]).map(
    ({ name, label }) => `Turned ${after[name] ? 'on' : 'off'} “${label}”.`,
  )

/** What an admin decides about how people work here: one save for all of it. */
export function RulesForm({ rules }: { rules: Rules }) {
  const edit = useEdit({ id: 'rules', kept, brought: rules, begin: asStored, isSame })
  const { base, typed, isChanged } = edit
  const { form, busy, failure, run } = useSave()
  const [stale, setStale] = useState<StaleFacts | null>(null)
  const [done, setDone] = useState('')

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setDone('')
    const result = await run(() => saveRulesAction({ base, rules: typed }))
    if (result?.ok) {
      edit.settle(result.value, typed)
      setStale(null)
      setDone('Saved. It counts at once.')
    } else if (result?.reason === 'stale') {
      const { theirs, ...facts } = result
      setStale({ ...facts, changes: ruleChanges(base, theirs) })
      edit.rebase(theirs, (mine) => mine)
    }
  }

  function discard() {
    edit.discard()
    setStale(null)
    setDone('Your changes are discarded.')
    form.current?.querySelector<HTMLElement>('[type="submit"]')?.focus()
  }

  return (
    <form ref={form} onSubmit={save} noValidate aria-label="Rules" className="flex max-w-3xl flex-col gap-4">
      {stale && (
        <StaleNotice stale={stale} what="page" onDiscard={isChanged ? discard : undefined}>
          Below is what you chose, and it is not saved yet: look it over, and save if it shall be so.
        </StaleNotice>
      )}
      {RULES.map(({ name, title, label, means }) => (
        <Panel key={name} title={title}>
          <Option
            type="checkbox"
            label={<span className="font-medium">{label}</span>}
            aria-describedby={`${name}-means`}
            checked={typed[name]}
            onChange={({ target }) => {
              setDone('')
              edit.change({ ...typed, [name]: target.checked })
            }}
          />
          <p id={`${name}-means`} className="mt-1 max-w-prose ps-6 text-sm text-muted">
            {means}
          </p>
        </Panel>
      ))}
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
