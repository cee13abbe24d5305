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
import { Panel } from '@/components/ui/panel'
import { fullFields } from '@/lib/domain/application/either-fields'
import { type FullDraft, fullMerchantSchema } from '@/lib/domain/application/full-sections'
import type { FullMerchantDraft } from './billing-copy'
import { DbaName } from './dba-name'
import { fieldMetas } from './field-metas'
import { FullAddresses } from './full-addresses'
import { InOtherWords } from './in-other-words'
import { type EditedStepProps, SectionStep, useSectionSaver } from './section-step'

const meta = fieldMetas(fullMerchantSchema.shape)

export function FullMerchantStep({
  categoryName,
  ...props
}: EditedStepProps<FullDraft> & { categoryName: string | undefined }) {
  const { application } = props
  const { saver, initial } = useSectionSaver('merchant', application.draft.merchant, application)
  const form = useForm<FullMerchantDraft>({ defaultValues: initial })
  return (
    <SectionStep {...props} section="merchant" saver={saver} form={form} fields={fullFields}>
      <Panel>
        <FieldGroup
          title="Business"
          description="Who the merchant is, as registered and as customers know it."
        >
          <FieldGrid>
            <TextField<FullMerchantDraft> name="legalName" meta={meta.legalName} />
            <DbaName meta={meta.dbaName} />
            <SelectField<FullMerchantDraft> name="ownership" meta={meta.ownership} />
            <SensitiveField<FullMerchantDraft>
              name="taxId"
              meta={meta.taxId}
              width="medium"
              inputMode="numeric"
            />
            <StateField<FullMerchantDraft> name="formationState" meta={meta.formationState} />
            <DateField<FullMerchantDraft> name="dateEstablished" meta={meta.dateEstablished} />
          </FieldGrid>
        </FieldGroup>

        <FullAddresses />

        <FieldGroup title="Contact details">
          <FieldGrid>
            <TextField<FullMerchantDraft> name="phone" meta={meta.phone} type="tel" width="medium" />
            <TextField<FullMerchantDraft> name="fax" meta={meta.fax} type="tel" width="medium" />
            <TextField<FullMerchantDraft>
              name="customerServicePhone"
              meta={meta.customerServicePhone}
              type="tel"
              width="medium"
              className="sm:col-span-2"
            />
            <TextField<FullMerchantDraft> name="email" meta={meta.email} type="email" spellCheck={false} />
            <TextField<FullMerchantDraft>
              name="website"
              meta={meta.website}
              inputMode="url"
              spellCheck={false}
            />
          </FieldGrid>
        </FieldGroup>

        <FieldGroup title="Business profile">
          <FieldGrid>
            <InOtherWords<FullMerchantDraft>
              when="industry"
              words="industryOther"
              choice={<SelectField<FullMerchantDraft> name="industry" meta={meta.industry} />}
            >
              <TextField<FullMerchantDraft> name="industryOther" meta={meta.industryOther} />
            </InOtherWords>
            <CategoryField<FullMerchantDraft> name="mcc" meta={meta.mcc} categoryName={categoryName} />
            <SelectField<FullMerchantDraft> name="chainNonChain" meta={meta.chainNonChain} />
            <TextAreaField<FullMerchantDraft>
              name="description"
              meta={meta.description}
              rows={4}
              className="col-span-full"
            />
          </FieldGrid>
        </FieldGroup>

        <FieldGroup
          title="Partner identifiers"
          description="Given by the partner or the sponsor bank. Leave blank what you were not given."
        >
          <FieldGrid>
            <TextField<FullMerchantDraft> name="betTableId" meta={meta.betTableId} width="medium" />
            <TextField<FullMerchantDraft>
              name="associationIdApi"
              meta={meta.associationIdApi}
              width="medium"
            />
          </FieldGrid>
        </FieldGroup>
      </Panel>
    </SectionStep>
  )
}
