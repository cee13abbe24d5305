'use client'

import { useFormContext, useWatch } from 'react-hook-form'
import type { FieldText } from '@/components/forms/field-meta'
import { TextField } from '@/components/forms/text-field'
import type { MerchantDraft } from '@/lib/domain/application/sections'

type Names = Pick<MerchantDraft, 'legalName' | 'dbaName'>

/** The name that customers see, with a button that copies the legal name. */
export function DbaName({ meta }: { meta: FieldText }) {
  const { getValues, setValue } = useFormContext<Names>()
  const isOffered = useWatch<Names, Names, boolean>({
    compute: ({ legalName, dbaName }) => dbaName === '' && legalName.trim() !== '',
  })
  return (
    <div className="relative min-w-0">
      <TextField<Names> name="dbaName" meta={meta} />
      {isOffered && (
        <button
          type="button"
          className="absolute end-0 top-0 rounded-sm text-sm text-accent-ink underline underline-offset-2"
          onClick={() => {
            setValue('dbaName', getValues('legalName').trim(), { shouldTouch: true, shouldDirty: true })
            // The form library focuses a moment later, which would pull back a keyboard user who has moved on.
            document.querySelector<HTMLElement>('[name="dbaName"]')?.focus()
          }}
        >
          Same as legal name
        </button>
      )}
    </div>
  )
}
