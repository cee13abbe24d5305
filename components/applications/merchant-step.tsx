'use client'

import { useForm } from 'react-hook-form'
import { CategoryField } from '@/components/forms/category-field'
import { DateField } from '@/components/forms/date-field'
import { FieldGrid, FieldGroup } from '@/components/forms/field-grid'
import { SelectField } from '@/components/forms/select-field'
import { SensitiveField } from '@/components/forms/sensitive-field'
import { StateField } from '@/components/forms/state-field'
import { TextAreaField } from '@/components/forms/text-area-field'
import { TextField } from '@/components/forms/text-field'
import { YesNoField } from '@/components/forms/yes-no-field'
import { Panel } from '@/components/ui/panel'
import type { SettingsLists } from '@/lib/domain/application/field'
import { type Draft, type MerchantDraft, merchantSchema } from '@/lib/domain/application/sections'
import { AddressFields, type AddressNames, metasOf } from './address-fields'
import { DbaName } from './dba-name'
import { fieldMetas } from './field-metas'
import { InOtherWords } from './in-other-words'
import { type EditedStepProps, SectionStep, useSectionSaver } from './section-step'

const meta = fieldMetas(merchantSchema.shape)
const BILLING = {
  street: 'billingStreet',
  postalCode: 'billingPostalCode',
  city: 'billingCity',
  state: 'billingState',
} satisfies AddressNames<MerchantDraft>
const BILLING_META = metasOf(meta, BILLING)

export function MerchantStep({
  categoryName,
  ...props
}: EditedStepProps<Draft> & { categoryName: string | undefined }) {
  const { application } = props
  const { saver, initial } = useSectionSaver('merchant', application.draft.merchant, application)
  const form = useForm<MerchantDraft>({ defaultValues: initial })
  return (
    <SectionStep {...props} section="merchant" saver={saver} form={form}>
      <MerchantFields lists={application.lists} categoryName={categoryName} />
    </SectionStep>
  )
}

function MerchantFields({ lists, categoryName }: { lists: SettingsLists; categoryName: string | undefined }) {
  return (
    <Panel>
      <FieldGroup title="Business" description="Who the merchant is, as registered and as customers know it.">
        <FieldGrid>
          <TextField<MerchantDraft> name="legalName" meta={meta.legalName} />
          <DbaName meta={meta.dbaName} />
          <SelectField<MerchantDraft> name="ownership" meta={meta.ownership} />
          <SensitiveField<MerchantDraft> name="taxId" meta={meta.taxId} width="medium" inputMode="numeric" />
          <StateField<MerchantDraft> name="formationState" meta={meta.formationState} />
          <DateField<MerchantDraft> name="dateEstablished" meta={meta.dateEstablished} />
        </FieldGrid>
      </FieldGroup>

      <FieldGroup title="Address">
        <AddressFields<MerchantDraft> names={BILLING} meta={BILLING_META}>
          <TextField<MerchantDraft> name="billingCountry" meta={meta.billingCountry} width="short" />
          <InOtherWords<MerchantDraft>
            when="locationType"
            words="locationOther"
            choice={
              <SelectField<MerchantDraft>
                name="locationType"
                meta={meta.locationType}
                choices={lists.locationTypes}
              />
            }
          >
            <TextField<MerchantDraft> name="locationOther" meta={meta.locationOther} />
          </InOtherWords>
          <TextField<MerchantDraft> name="yearsAtLocation" meta={meta.yearsAtLocation} width="tiny" />
        </AddressFields>
      </FieldGroup>

      <FieldGroup title="Contact details">
        <FieldGrid>
          <TextField<MerchantDraft> name="phone" meta={meta.phone} type="tel" width="medium" />
          <TextField<MerchantDraft>
            name="customerServicePhone"
            meta={meta.customerServicePhone}
            type="tel"
            width="medium"
          />
          <TextField<MerchantDraft> name="email" meta={meta.email} type="email" spellCheck={false} />
          <TextField<MerchantDraft> name="website" meta={meta.website} inputMode="url" spellCheck={false} />
        </FieldGrid>
      </FieldGroup>

      <FieldGroup title="Business profile">
        <FieldGrid>
          <InOtherWords<MerchantDraft>
            when="industry"
            words="industryOther"
            choice={
              <SelectField<MerchantDraft> name="industry" meta={meta.industry} choices={lists.industries} />
            }
          >
            <TextField<MerchantDraft> name="industryOther" meta={meta.industryOther} />
          </InOtherWords>
          <CategoryField<MerchantDraft> name="mcc" meta={meta.mcc} categoryName={categoryName} />
          <TextField<MerchantDraft> name="chainNonChain" meta={meta.chainNonChain} />
          <TextAreaField<MerchantDraft>
            name="description"
            meta={meta.description}
            rows={4}
            className="col-span-full"
          />
        </FieldGrid>
      </FieldGroup>

      <FieldGroup title="Card acceptance history">
        <FieldGrid>
          <YesNoField<MerchantDraft> name="everAcceptedCards" meta={meta.everAcceptedCards} />
          <YesNoField<MerchantDraft> name="everCancelled" meta={meta.everCancelled} />
        </FieldGrid>
      </FieldGroup>

      <FieldGroup
        title="Partner identifiers"
        description="Given by the partner or the sponsor bank. Leave blank what you were not given."
      >
        <FieldGrid>
          <SelectField<MerchantDraft>
            name="sponsorship"
            meta={meta.sponsorship}
            choices={lists.sponsorBanks}
          />
          <TextField<MerchantDraft> name="betTableId" meta={meta.betTableId} width="medium" />
          <TextField<MerchantDraft> name="associationIdApi" meta={meta.associationIdApi} width="medium" />
          <TextField<MerchantDraft> name="associationId" meta={meta.associationId} width="medium" />
        </FieldGrid>
      </FieldGroup>
    </Panel>
  )
}
