'use client'

import { Check, Copy, TriangleAlert, Undo2 } from 'lucide-react'
import { memo, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { FieldGroup } from '@/components/forms/field-grid'
import { SelectField } from '@/components/forms/select-field'
import { TextField } from '@/components/forms/text-field'
import { Button } from '@/components/ui/button'
import { fullMerchantSchema } from '@/lib/domain/application/full-sections'
import { AddressFields, type AddressNames, metasOf } from './address-fields'
import { billingFor, compareWithBilling, type FullMerchantDraft, type OtherAddress } from './billing-copy'
import { fieldMetas, withoutHint } from './field-metas'
import { InOtherWords } from './in-other-words'

const meta = fieldMetas(fullMerchantSchema.shape)

/**
 * The three addresses. The other two can be copied from the billing address. If that changes later, both places say so,
 * because the person may or may not want the copy to change too.
 */
export function FullAddresses() {
  const physical = useBillingCopy('physical')
  const shipping = useBillingCopy('shipping')
  const leftBehind = [physical, shipping].filter(({ isLeftBehind }) => isLeftBehind)
  return (
    <>
      <FieldGroup title="Billing address">
        <BillingFields />
        <div role="status" className="text-sm">
          {leftBehind.length > 0 && (
            <div className="mt-4 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-md border border-warn-line bg-warn-soft px-3 py-2">
              <p className="flex min-w-0 flex-1 basis-56 gap-2">
                <TriangleAlert className="mt-0.5 size-3.5 shrink-0 text-warn-ink" aria-hidden="true" />
                The {leftBehind.map(({ address }) => address).join(' and the ')} address still{' '}
                {leftBehind.length === 1 ? 'has' : 'have'} the old values.
              </p>
              <Button
                size="small"
                onClick={() => {
                  for (const { copy } of leftBehind) copy()
                }}
              >
                Change {leftBehind.length === 1 ? 'it' : 'them'} too
              </Button>
            </div>
          )}
        </div>
      </FieldGroup>
      <FieldGroup
        title="Physical address"
        description={<CopyFromBilling copy={physical}>Where customers find the business.</CopyFromBilling>}
      >
        <PhysicalFields />
      </FieldGroup>
      <FieldGroup
        title="Shipping address"
        description={<CopyFromBilling copy={shipping}>Where equipment is sent.</CopyFromBilling>}
      >
        <ShippingFields />
      </FieldGroup>
    </>
  )
}

type Values = ReturnType<typeof billingFor>
type BillingCopy = ReturnType<typeof useBillingCopy>

function useBillingCopy(address: OtherAddress) {
  const { getValues, setValue } = useFormContext<FullMerchantDraft>()
  const comparison = useWatch<FullMerchantDraft, FullMerchantDraft, ReturnType<typeof compareWithBilling>>({
    compute: (draft) => compareWithBilling(draft, address),
  })
  const { state, text } = comparison
  /** The address when it last equaled the billing address. */
  const [lastSame, setLastSame] = useState(state === 'same' ? text : null)
  if (state === 'same' && text !== lastSame) setLastSame(text)
  const [replaced, setReplaced] = useState<Values | null>(null)
  const [wasCopied, setWasCopied] = useState(false)
  if (wasCopied && state !== 'same') setWasCopied(false)

  const put = (values: Values) => {
    for (const { name, text: value } of values) setValue(name, value, { shouldTouch: true })
  }
  const copy = () => {
    const draft = getValues()
    const values = billingFor(draft, address)
    const before = values.map(({ name }) => ({ name, text: String(draft[name]) }))
    setReplaced(state === 'differs' ? before : null)
    put(values)
    setWasCopied(true)
  }
  const undo = () => {
    if (replaced) put(replaced)
    setReplaced(null)
    // Undone on purpose, so it no longer counts as a copy.
    setLastSame(null)
  }
  return {
    address,
    ...comparison,
    isLeftBehind: state === 'differs' && text === lastSame,
    wasCopied,
    copy,
    undo: replaced && state === 'same' ? undo : null,
  }
}

/** The button beside the fields, and how they compare with the billing address. */
function CopyFromBilling({ copy: { address, ...copy }, children }: { copy: BillingCopy; children: string }) {
  return (
    <>
      <p>{children}</p>
      <div className="mt-2 flex flex-wrap items-center gap-2">
        <Button size="small" disabled={copy.billingIsBlank || copy.state === 'same'} onClick={copy.copy}>
          <Copy aria-hidden="true" />
          Same as billing
          <span className="sr-only">: copy the billing address to the {address} address</span>
        </Button>
        {copy.undo && (
          <Button size="small" variant="ghost" onClick={copy.undo}>
            <Undo2 aria-hidden="true" />
            Undo
          </Button>
        )}
      </div>
      <p
        className="mt-1.5 flex min-h-9 gap-1.5 xl:min-h-13"
        role="status"
        aria-label={`The ${address} address beside the billing address`}
      >
        <CopyState copy={copy} />
      </p>
    </>
  )
}

function CopyState({ copy }: { copy: Omit<BillingCopy, 'address'> }) {
  if (copy.state === 'same') {
    return (
      <>
        <Check className="mt-0.5 size-3.5 shrink-0 text-good-ink" aria-hidden="true" />
        {copy.wasCopied ? 'Copied: now the same' : 'The same'} as the billing address.
      </>
    )
  }
  if (copy.state === 'blank') {
    return copy.billingIsBlank
      ? 'The billing address is still blank.'
      : 'Blank. Fill it in if it is different.'
  }
  if (copy.isLeftBehind) {
    return (
      <>
        <TriangleAlert className="mt-0.5 size-3.5 shrink-0 text-warn-ink" aria-hidden="true" />
        The billing address has changed since; this one has not.
      </>
    )
  }
  return `Differs from billing: ${copy.parts}.`
}

const addressNames = (at: 'billing' | 'physical' | 'shipping') =>
  ({
    street: `${at}Street`,
    postalCode: `${at}PostalCode`,
    city: `${at}City`,
    state: `${at}State`,
  }) satisfies AddressNames<FullMerchantDraft>

const BILLING = addressNames('billing')
const PHYSICAL = addressNames('physical')
const SHIPPING = addressNames('shipping')
const BILLING_META = metasOf(meta, BILLING)
const PHYSICAL_META = { ...metasOf(meta, PHYSICAL), street: withoutHint(meta.physicalStreet) }
const SHIPPING_META = { ...metasOf(meta, SHIPPING), street: withoutHint(meta.shippingStreet) }

const BillingFields = memo(function BillingFields() {
  return (
    <AddressFields<FullMerchantDraft> names={BILLING} meta={BILLING_META}>
      <TextField<FullMerchantDraft> name="billingCountry" meta={meta.billingCountry} width="short" />
    </AddressFields>
  )
})

const PhysicalFields = memo(function PhysicalFields() {
  return (
    <AddressFields<FullMerchantDraft> names={PHYSICAL} meta={PHYSICAL_META}>
      <InOtherWords<FullMerchantDraft>
        when="locationType"
        words="locationOther"
        choice={<SelectField<FullMerchantDraft> name="locationType" meta={meta.locationType} />}
      >
        <TextField<FullMerchantDraft> name="locationOther" meta={meta.locationOther} />
      </InOtherWords>
    </AddressFields>
  )
})

const ShippingFields = memo(function ShippingFields() {
  return (
    <AddressFields<FullMerchantDraft> names={SHIPPING} meta={SHIPPING_META}>
      <TextField<FullMerchantDraft> name="shippingCountry" meta={meta.shippingCountry} width="short" />
    </AddressFields>
  )
})
