'use client'

import { Landmark } from 'lucide-react'
import { memo, useCallback } from 'react'
import { useFieldArray, useForm, useWatch } from 'react-hook-form'
import { FieldGrid } from '@/components/forms/field-grid'
import { focusField } from '@/components/forms/focus-field'
import { PathFindings } from '@/components/forms/path-findings'
import { SelectField } from '@/components/forms/select-field'
import { TextField } from '@/components/forms/text-field'
import { useLeaveGuard } from '@/components/shell/leave-guard'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { blankAccount } from '@/lib/domain/application/blank'
import { itemLabel } from '@/lib/domain/application/fields'
import { accountSchema, type Draft } from '@/lib/domain/application/sections'
import { AccountNumbers } from './account-numbers'
import { AddressBoxes, metasOf } from './address-fields'
import { fieldMetas } from './field-metas'
import { AddButton, ItemCard } from './item-list'
import { lostOnLeaving } from './lost-on-leaving'
import { newItemId } from './new-item-id'
import { savableSection } from './section-secrets'
import { type EditedStepProps, SectionStep, useSectionSaver } from './section-step'

type AccountsDraft = Draft['accounts']

const { id: _, ...shape } = accountSchema.shape
const meta = fieldMetas(shape)
const BANK_META = metasOf(meta, {
  street: 'bankStreet',
  postalCode: 'bankPostalCode',
  city: 'bankCity',
  state: 'bankState',
})

const NOT_TAKEN =
  'A new account number is in one of its two fields, or they differ. The old number stays until both agree.'

export function AccountsStep(props: EditedStepProps) {
  const { application } = props
  const { saver, initial } = useSectionSaver('accounts', application.draft.accounts, application)
  const form = useForm<AccountsDraft>({ defaultValues: initial })
  const lost = () => lostOnLeaving('accounts', form.getValues(), saver.kept.shown)
  const leaveDialog = useLeaveGuard({
    isDirty: () => lost() !== null,
    flush: () => Promise.resolve(NOT_TAKEN),
    discard: () =>
      form.reset(savableSection('accounts', form.getValues(), saver.kept.shown, null, true), {
        keepTouched: true,
      }),
    onStay() {
      const path = lost()
      // Focus the other entry: it is missing or differs.
      const other = path?.endsWith('Again') ? path.replace(/Again$/, '') : `${path}Again`
      // After the dialog, which returns the focus to its opener.
      setTimeout(() => focusField(other))
    },
  })
  return (
    <>
      <SectionStep {...props} section="accounts" saver={saver} form={form}>
        <Accounts ddaTypes={application.lists.ddaTypes} mayWrite={application.mayWrite} />
      </SectionStep>
      {leaveDialog}
    </>
  )
}

function Accounts({ ddaTypes, mayWrite }: { ddaTypes: readonly string[]; mayWrite: boolean }) {
  // Items have their own `id`, which the library's key must not overwrite.
  const { fields, append, remove } = useFieldArray<AccountsDraft, 'items', 'key'>({
    name: 'items',
    keyName: 'key',
  })
  const add = () => append(blankAccount(newItemId()))
  const onRemove = useCallback((index: number) => remove(index), [remove])

  if (fields.length === 0) {
    return (
      <Panel>
        <div data-field="accounts.items">
          <EmptyState
            icon={<Landmark />}
            title="No bank accounts yet"
            actions={
              mayWrite && (
                <Button variant="primary" onClick={add}>
                  Add the first account
                </Button>
              )
            }
          >
            Where the merchant’s money goes to and fees are taken from. Without one, nothing can be paid out.
            Have a voided check or a bank letter at hand: account and routing numbers are typed twice.
          </EmptyState>
        </div>
      </Panel>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <PathFindings name="items" />
      {fields.map(({ id }, index) => (
        <AccountCard key={id} index={index} ddaTypes={ddaTypes} onRemove={onRemove} />
      ))}
      <AddButton onAdd={add}>Add an account</AddButton>
    </div>
  )
}

const AccountCard = memo(function AccountCard({
  index,
  ddaTypes,
  onRemove,
}: {
  index: number
  ddaTypes: readonly string[]
  onRemove: (index: number) => void
}) {
  const at = `items.${index}` as const
  return (
    <ItemCard section="accounts" index={index} title={<AccountName index={index} />} onRemove={onRemove}>
      <FieldGrid>
        <TextField<AccountsDraft> name={`${at}.bankName`} meta={meta.bankName} />
        <SelectField<AccountsDraft> name={`${at}.ddaType`} meta={meta.ddaType} choices={ddaTypes} />
        <TextField<AccountsDraft>
          name={`${at}.routingNumber`}
          meta={meta.routingNumber}
          width="medium"
          inputMode="numeric"
        />
        <TextField<AccountsDraft>
          name={`${at}.routingNumberAgain`}
          meta={meta.routingNumberAgain}
          width="medium"
          inputMode="numeric"
        />
        <AccountNumbers at={at} />
        <AddressBoxes<AccountsDraft>
          names={{
            street: `${at}.bankStreet`,
            postalCode: `${at}.bankPostalCode`,
            city: `${at}.bankCity`,
            state: `${at}.bankState`,
          }}
          meta={BANK_META}
        />
        <TextField<AccountsDraft>
          name={`${at}.yearsOpen`}
          meta={meta.yearsOpen}
          width="tiny"
          inputMode="decimal"
        />
      </FieldGrid>
    </ItemCard>
  )
})

/** Separate from its card because it rerenders as the name is typed. */
function AccountName({ index }: { index: number }) {
  const [bankName, ddaType] = useWatch<
    AccountsDraft,
    readonly [`items.${number}.bankName`, `items.${number}.ddaType`]
  >({ name: [`items.${index}.bankName`, `items.${index}.ddaType`] })
  return <bdi>{[bankName?.trim(), ddaType].filter(Boolean).join(' · ') || itemLabel('accounts', index)}</bdi>
}
