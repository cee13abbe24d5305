'use client'

import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { focusField } from '@/components/forms/focus-field'
import { SensitiveField } from '@/components/forms/sensitive-field'
import { Button } from '@/components/ui/button'
import { type AccountDraft, accountSchema, type Draft } from '@/lib/domain/application/sections'
import { isSealed } from '@/lib/domain/values/sealed'
import { fieldMetas } from './field-metas'
import { entriesDiffer, isConfirmed } from './section-secrets'

type AccountsDraft = Draft['accounts']
type Numbers = Pick<AccountDraft, 'accountNumber' | 'accountNumberAgain'>

const { accountNumber, accountNumberAgain } = accountSchema.shape
const meta = fieldMetas({ accountNumber, accountNumberAgain })

/**
 * The account number and its second entry. A stored number is kept until both entries of its replacement agree. If
 * the stored entries differ, no one knows which is right, so both are typed again.
 */
export function AccountNumbers({ at }: { at: `items.${number}` }) {
  const { getValues, setValue } = useFormContext<AccountsDraft>()
  const [old, setOld] = useState<Numbers | null>(null)
  const names = [`${at}.accountNumber`, `${at}.accountNumberAgain`] as const
  const [one, again] = useWatch<
    AccountsDraft,
    readonly [`items.${number}.accountNumber`, `items.${number}.accountNumberAgain`]
  >({ name: names })
  const put = (numbers: Numbers) => {
    setValue(names[0], numbers.accountNumber, { shouldDirty: true })
    setValue(names[1], numbers.accountNumberAgain, { shouldDirty: true })
  }
  const pair = {
    replace() {
      const [number, numberAgain] = getValues(names)
      setOld({ accountNumber: number, accountNumberAgain: numberAgain })
      put({ accountNumber: '', accountNumberAgain: '' })
    },
    keep() {
      if (!old) return
      put(old)
      setOld(null)
      setTimeout(() => focusField(`accounts.${names[0]}`))
    },
  }
  const isOpen = old !== null && !isSealed(one) && !isConfirmed(one, again)
  // A plain entry beside a sealed one was kept because the two differ.
  const differ =
    old !== null &&
    (typeof old.accountNumberAgain === 'string'
      ? old.accountNumberAgain.trim() !== ''
      : entriesDiffer(old.accountNumberAgain))
  const mask = old && isSealed(old.accountNumber) ? ` ${old.accountNumber.mask}` : ''
  return (
    <>
      <SensitiveField<AccountsDraft>
        name={names[0]}
        meta={meta.accountNumber}
        twin={names[1]}
        pair={pair}
        inputMode="numeric"
      />
      <SensitiveField<AccountsDraft>
        name={names[1]}
        meta={meta.accountNumberAgain}
        twin={names[0]}
        pair={pair}
        inputMode="numeric"
      />
      {isOpen && (
        <p className="col-span-full flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          {differ
            ? 'The stored entries stay until both new ones agree. If you leave before, each entry you typed replaces its stored one.'
            : 'The old number stays until both entries of the new one agree.'}
          <Button size="small" onClick={pair.keep}>
            {differ ? 'Keep the stored entries' : `Keep the old number${mask}`}
          </Button>
        </p>
      )}
    </>
  )
}
