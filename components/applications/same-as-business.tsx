'use client'

import { Copy, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '@/components/ui/button'
import type { SectionDraft } from '@/lib/domain/application/draft'
import type { ContactDraft, Draft } from '@/lib/domain/application/sections'

export type BusinessAddress = Pick<ContactDraft, 'street' | 'city' | 'state' | 'postalCode'>
const PARTS = ['street', 'postalCode', 'city', 'state'] as const

/** The billing address in the fields of a person; null if there is none. */
export function businessAddressOf(merchant: SectionDraft<'merchant'>): BusinessAddress | null {
  const { billingStreet, billingCity, billingState, billingPostalCode } = merchant
  const address = {
    street: billingStreet.trim(),
    city: billingCity.trim(),
    state: billingState.trim(),
    postalCode: billingPostalCode.trim(),
  }
  return PARTS.every((part) => address[part] === '') ? null : address
}

/** One click for a person who lives at the business's address. Can be undone. */
export function SameAsBusiness({ index, business }: { index: number; business: BusinessAddress | null }) {
  const { getValues, setValue } = useFormContext<Draft['contacts']>()
  const own = useWatch<Draft['contacts'], `items.${number}`, Draft['contacts'], string>({
    name: `items.${index}`,
    compute: (item) => (item ? JSON.stringify(PARTS.map((part) => item[part].trim())) : ''),
  })
  const [before, setBefore] = useState<BusinessAddress | null>(null)
  if (!business) return null
  const isSame = own === JSON.stringify(PARTS.map((part) => business[part]))

  function put(address: BusinessAddress) {
    for (const part of PARTS)
      setValue(`items.${index}.${part}`, address[part], { shouldTouch: true, shouldDirty: true })
  }
  function copy() {
    const { street, city, state, postalCode } = getValues(`items.${index}`)
    const replaced = { street, city, state, postalCode }
    setBefore(PARTS.some((part) => replaced[part].trim() !== '') ? replaced : null)
    if (business) put(business)
  }

  return (
    <div className="col-span-full -mb-1 flex flex-wrap items-center gap-2">
      <h3 className="me-1 text-sm font-medium">Home address</h3>
      <Button size="small" onClick={isSame ? undefined : copy}>
        <Copy aria-hidden="true" />
        Same as business address
      </Button>
      {isSame && before && (
        <Button
          size="small"
          variant="ghost"
          onClick={() => {
            put(before)
            setBefore(null)
          }}
        >
          <Undo2 aria-hidden="true" />
          Undo
        </Button>
      )}
      <span role="status" className="text-xs text-muted">
        {isSame && 'Same as the business address'}
      </span>
    </div>
  )
}
