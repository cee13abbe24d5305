'use client'

import { UserRound } from 'lucide-react'
import dynamic from 'next/dynamic'
import { memo, useCallback, useMemo, useState } from 'react'
import { useFieldArray, useForm, useWatch } from 'react-hook-form'
import { CheckboxGroup } from '@/components/forms/checkbox-field'
import { FieldGrid } from '@/components/forms/field-grid'
import type { FieldText } from '@/components/forms/field-meta'
import { PercentField } from '@/components/forms/number-fields'
import { PathFindings } from '@/components/forms/path-findings'
import { SensitiveField } from '@/components/forms/sensitive-field'
import { TextField } from '@/components/forms/text-field'
import { notLoaded } from '@/components/shell/not-loaded'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { blankContact } from '@/lib/domain/application/blank'
import { AUTHORIZED_SIGNER, CONTROL_PRONG, PRINCIPAL } from '@/lib/domain/application/contact-roles'
import { itemLabel, personName } from '@/lib/domain/application/fields'
import type { OwnershipGuide } from '@/lib/domain/application/ownership'
import { PRINCIPAL_SHARE_TEXT } from '@/lib/domain/application/principal-share'
import { contactSchema, type Draft } from '@/lib/domain/application/sections'
import { isSoleProprietorship } from '@/lib/domain/application/tax-id'
import { AddressBoxes, metasOf } from './address-fields'
import { Attestation } from './attestation'
import { fieldMetas } from './field-metas'
import { AddButton, ItemCard } from './item-list'
import { newItemId } from './new-item-id'
import { OwnershipCoach } from './ownership-coach'
import { type BusinessAddress, businessAddressOf, SameAsBusiness } from './same-as-business'
import { type EditedStepProps, SectionStep, useSectionSaver } from './section-step'

const SoleOwner = dynamic(() => import('./sole-owner').then((part) => part.SoleOwner).catch(notLoaded), {
  loading: () => null,
})

type ContactsDraft = Draft['contacts']

const { id: _, ...shape } = contactSchema.shape
const meta = fieldMetas(shape)
/** The interface's roles, which are available whatever the list in Settings says. */
const NAMED_ROLES = [PRINCIPAL, CONTROL_PRONG, AUTHORIZED_SIGNER]

export function ContactsStep({ guide, ...props }: EditedStepProps & { guide: OwnershipGuide }) {
  const { application } = props
  const { ownership } = application.draft.merchant
  const { saver, initial } = useSectionSaver('contacts', application.draft.contacts, application)
  const form = useForm<ContactsDraft>({ defaultValues: initial })
  const { merchant } = application.draft
  const business = useMemo(() => businessAddressOf(merchant), [merchant])
  const beforeAdding = useCallback(() => saver.flush(), [saver])
  return (
    <SectionStep
      {...props}
      section="contacts"
      saver={saver}
      form={form}
      aside={(live, setAt) =>
        // What roles are held cannot be judged while only the partner knows some of them.
        live.value.items.some(
          ({ id, roles }) => roles.length === 0 && application.adopted?.contacts.includes(id),
        ) ? null : (
          <OwnershipCoach
            applicationId={application.id}
            kind={application.kind}
            ownership={ownership}
            contacts={live.value}
            found={guide}
            foundOf={application.draft.contacts}
            setAt={application.mayWrite ? setAt : undefined}
          />
        )
      }
    >
      <Contacts
        family={guide.family}
        ownership={ownership}
        roles={[...new Set([...NAMED_ROLES, ...application.lists.roles])]}
        business={business}
        applicationId={application.id}
        beforeAdding={beforeAdding}
        mayWrite={application.mayWrite}
      />
    </SectionStep>
  )
}

function Contacts({
  family,
  ownership,
  roles,
  business,
  applicationId,
  beforeAdding,
  mayWrite,
}: {
  family: OwnershipGuide['family']
  ownership: string
  roles: readonly string[]
  business: BusinessAddress | null
  applicationId: string
  beforeAdding: () => Promise<boolean>
  mayWrite: boolean
}) {
  // Items have their own `id`, which the library's key must not overwrite.
  const { fields, append, remove } = useFieldArray<ContactsDraft, 'items', 'key'>({
    name: 'items',
    keyName: 'key',
  })
  const add = () => append(blankContact(newItemId()))
  const onRemove = useCallback((index: number) => remove(index), [remove])

  const isEmpty = fields.length === 0
  const [wasEmpty] = useState(isEmpty)

  return (
    <div className="flex flex-col gap-4">
      {(isEmpty || wasEmpty) && mayWrite && isSoleProprietorship(ownership) && (
        <SoleOwner
          applicationId={applicationId}
          firstId={fields[0]?.id ?? null}
          beforeAdding={beforeAdding}
        />
      )}
      {isEmpty ? (
        <Panel>
          <div data-field="contacts.items">
            <EmptyState
              icon={<UserRound />}
              title="No owners or contacts yet"
              actions={
                mayWrite && (
                  <Button variant="primary" onClick={add}>
                    Add the first person
                  </Button>
                )
              }
            >
              {family === 'public'
                ? 'The Control Prong, who runs it. Such an organization has no principals.'
                : `Everyone who owns ${PRINCIPAL_SHARE_TEXT} or more, the Control Prong, and who signs: each person once, with all their roles.`}
            </EmptyState>
          </div>
        </Panel>
      ) : (
        <>
          <ListFindings />
          {fields.map(({ id }, index) => (
            <ContactCard key={id} index={index} roles={roles} business={business} onRemove={onRemove} />
          ))}
          <AddButton onAdd={add}>Add a person</AddButton>
        </>
      )}
      <Attestation family={family} />
    </div>
  )
}

const ContactCard = memo(function ContactCard({
  index,
  roles,
  business,
  onRemove,
}: {
  index: number
  roles: readonly string[]
  business: BusinessAddress | null
  onRemove: (index: number) => void
}) {
  const at = `items.${index}` as const
  const held = useWatch<ContactsDraft, `items.${number}.roles`>({ name: `${at}.roles` }) ?? []
  const isPrincipal = held.includes(PRINCIPAL)
  const isNeeded = isPrincipal || held.includes(CONTROL_PRONG)
  // Until the contact has a role, it is not known which fields are optional.
  const metas = held.length === 0 ? UNDECIDED : DECIDED
  return (
    <ItemCard section="contacts" index={index} title={<ContactName index={index} />} onRemove={onRemove}>
      <FieldGrid>
        <TextField<ContactsDraft> name={`${at}.firstName`} meta={meta.firstName} />
        <TextField<ContactsDraft> name={`${at}.lastName`} meta={meta.lastName} />
        <CheckboxGroup<ContactsDraft>
          name={`${at}.roles`}
          meta={meta.roles}
          choices={roles}
          required
          className="col-span-full"
        />
        <TextField<ContactsDraft> name={`${at}.title`} meta={meta.title} />
        <PercentField<ContactsDraft>
          name={`${at}.percentageOwned`}
          meta={meta.percentageOwned}
          required={isPrincipal}
        />
        <TextField<ContactsDraft>
          name={`${at}.email`}
          meta={meta.email}
          type="email"
          spellCheck={false}
          className="col-span-full"
        />
        <SensitiveField<ContactsDraft>
          name={`${at}.dateOfBirth`}
          meta={metas.dateOfBirth}
          required={isNeeded}
        />
        <SensitiveField<ContactsDraft>
          name={`${at}.ssn`}
          meta={metas.ssn}
          required={isNeeded}
          inputMode="numeric"
        />
        <SameAsBusiness index={index} business={business} />
        <AddressBoxes<ContactsDraft>
          names={{
            street: `${at}.street`,
            postalCode: `${at}.postalCode`,
            city: `${at}.city`,
            state: `${at}.state`,
          }}
          meta={metas.home}
          required={isNeeded}
        />
      </FieldGrid>
    </ItemCard>
  )
})

/**
 * Violations of the list as a whole, shown once someone has a role. Before that, the panel beside it says what is
 * needed.
 */
function ListFindings() {
  const hasRoles = useWatch<ContactsDraft, 'items', ContactsDraft, boolean>({
    name: 'items',
    compute: (items) => items.some(({ roles }) => roles.length > 0),
  })
  return hasRoles ? <PathFindings name="items" /> : null
}

const NEEDED_OF = 'Required for principals and the Control Prong.'
const later = (field: FieldText): FieldText => ({
  ...field,
  hint: [NEEDED_OF, field.hint].filter(Boolean).join(' '),
  neededOf: NEEDED_OF,
})
const HOME = metasOf(meta, { street: 'street', postalCode: 'postalCode', city: 'city', state: 'state' })
const DECIDED = {
  dateOfBirth: { hint: 'Such as 05/17/1984.', ...meta.dateOfBirth },
  ssn: meta.ssn,
  home: HOME,
}
const UNDECIDED = {
  dateOfBirth: { ...DECIDED.dateOfBirth, hint: `${NEEDED_OF} Such as 05/17/1984.`, neededOf: NEEDED_OF },
  ssn: { ...meta.ssn, hint: NEEDED_OF, neededOf: NEEDED_OF },
  home: {
    street: later(HOME.street),
    postalCode: { ...HOME.postalCode, neededOf: NEEDED_OF },
    city: { ...HOME.city, neededOf: NEEDED_OF },
    state: { ...HOME.state, neededOf: NEEDED_OF },
  },
}

/** Separate from its card because it rerenders as the name is typed. */
function ContactName({ index }: { index: number }) {
  const [firstName, lastName] = useWatch<
    ContactsDraft,
    readonly [`items.${number}.firstName`, `items.${number}.lastName`]
  >({ name: [`items.${index}.firstName`, `items.${index}.lastName`] })
  return (
    <bdi>
      {personName({ firstName: firstName ?? '', lastName: lastName ?? '' }) || itemLabel('contacts', index)}
    </bdi>
  )
}
