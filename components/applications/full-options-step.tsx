'use client'

import { useForm } from 'react-hook-form'
import { DateField } from '@/components/forms/date-field'
import { FieldGrid, FieldGroup } from '@/components/forms/field-grid'
import { AmountField, PercentField } from '@/components/forms/number-fields'
import { SelectField } from '@/components/forms/select-field'
import { TextAreaField } from '@/components/forms/text-area-field'
import { TextField } from '@/components/forms/text-field'
import { YesNoField } from '@/components/forms/yes-no-field'
import { Panel } from '@/components/ui/panel'
import { CHANNEL_FIELDS, CUSTOMER_FIELDS } from '@/lib/domain/application/check'
import { fullFields } from '@/lib/domain/application/either-fields'
import { type FullDraft, fullOptionsSchema } from '@/lib/domain/application/full-sections'
import { AchLimits } from './ach-limits'
import { fieldMetas, withoutHint } from './field-metas'
import { FixedMode } from './fixed-mode'
import { PercentSum } from './percent-sum'
import { type EditedStepProps, SectionStep, useSectionSaver } from './section-step'

type FullOptionsDraft = FullDraft['options']

const meta = fieldMetas(fullOptionsSchema.shape)

export function FullOptionsStep(props: EditedStepProps<FullDraft>) {
  const { draft, defaultMode } = props.application
  const { saver, initial } = useSectionSaver('options', draft.options, props.application)
  const form = useForm<FullOptionsDraft>({ defaultValues: initial })
  return (
    <SectionStep {...props} section="options" saver={saver} form={form} fields={fullFields}>
      <Panel>
        <FieldGroup title="Underwriting">
          {defaultMode === 'ask' ? (
            <YesNoField<FullOptionsDraft> name="partnerUnderwrites" meta={meta.partnerUnderwrites} />
          ) : (
            <FixedMode meta={meta.partnerUnderwrites} defaultMode={defaultMode} />
          )}
        </FieldGroup>
        <FieldGroup title="The deal">
          <FieldGrid>
            <TextField<FullOptionsDraft> name="applicationName" meta={meta.applicationName} />
            <SelectField<FullOptionsDraft> name="accountType" meta={meta.accountType} />
            <TextField<FullOptionsDraft> name="merchantReference" meta={meta.merchantReference} />
            <TextAreaField<FullOptionsDraft>
              name="notes"
              meta={meta.notes}
              rows={2}
              className="col-span-full"
            />
          </FieldGrid>
        </FieldGroup>

        <FieldGroup
          title="Volumes and tickets"
          description="In US dollars, as expected or as processed so far."
        >
          <FieldGrid>
            <AmountField<FullOptionsDraft> name="yearlyNetRevenue" meta={meta.yearlyNetRevenue} />
            <AmountField<FullOptionsDraft> name="yearlyCardVolume" meta={meta.yearlyCardVolume} />
            <AmountField<FullOptionsDraft> name="highMonthlyVolume" meta={meta.highMonthlyVolume} />
            <AmountField<FullOptionsDraft> name="cardVolume" meta={meta.cardVolume} />
            <AmountField<FullOptionsDraft> name="averageTicket" meta={meta.averageTicket} />
            <AmountField<FullOptionsDraft> name="highTicket" meta={meta.highTicket} />
            <AmountField<FullOptionsDraft> name="amexVolume" meta={meta.amexVolume} />
            <TextField<FullOptionsDraft>
              name="amexServiceEstablishment"
              meta={meta.amexServiceEstablishment}
              width="medium"
            />
          </FieldGrid>
        </FieldGroup>

        <FieldGroup title="Customers and payment" description="Who it sells to, and how it is paid.">
          <FieldGrid>
            <PercentField<FullOptionsDraft> name="businessSalesPercent" meta={meta.businessSalesPercent} />
            <PercentField<FullOptionsDraft> name="consumerSalesPercent" meta={meta.consumerSalesPercent} />
          </FieldGrid>
          <PercentSum label="Businesses and consumers" fields={CUSTOMER_FIELDS} />
          <div className="mt-5">
            <FieldGrid>
              <PercentField<FullOptionsDraft>
                name="advancePaymentsPercent"
                meta={meta.advancePaymentsPercent}
              />
              <PercentField<FullOptionsDraft> name="checkPercent" meta={meta.checkPercent} />
            </FieldGrid>
          </div>
        </FieldGroup>

        <FieldGroup
          title="Volume by channel"
          description="How cards are taken: percent of card volume, 100 together."
        >
          <FieldGrid>
            {CHANNEL_FIELDS.map((name) => (
              <PercentField<FullOptionsDraft> key={name} name={name} meta={withoutHint(meta[name])} />
            ))}
          </FieldGrid>
          <PercentSum label="All channels" fields={CHANNEL_FIELDS} />
        </FieldGroup>

        <FieldGroup title="Delivery and refunds">
          <FieldGrid>
            <SelectField<FullOptionsDraft> name="daysToShip" meta={meta.daysToShip} />
            <SelectField<FullOptionsDraft> name="refundPolicy" meta={meta.refundPolicy} />
          </FieldGrid>
        </FieldGroup>

        <FieldGroup
          title="ACH limits"
          description="In US dollars, and in numbers of transactions. Leave blank what does not apply."
        >
          <AchLimits />
        </FieldGroup>

        <FieldGroup
          title="Earlier processing"
          description="Who processed before, and any merchant account that was canceled."
        >
          <FieldGrid>
            <TextField<FullOptionsDraft>
              name="previousProcessor"
              meta={meta.previousProcessor}
              className="sm:col-span-2 sm:max-w-[calc(50%-0.625rem)]"
            />
            <TextField<FullOptionsDraft> name="cancelledProcessor" meta={meta.cancelledProcessor} />
            <DateField<FullOptionsDraft> name="cancellationDate" meta={meta.cancellationDate} />
            <TextField<FullOptionsDraft>
              name="cancellationReason"
              meta={meta.cancellationReason}
              className="col-span-full"
            />
          </FieldGrid>
        </FieldGroup>

        <FieldGroup
          title="Partner identifiers"
          description="As the partner told you. Leave blank what you were not given."
        >
          <FieldGrid>
            <TextField<FullOptionsDraft> name="providerName" meta={meta.providerName} />
            <TextField<FullOptionsDraft> name="fcs" meta={meta.fcs} width="short" />
          </FieldGrid>
        </FieldGroup>
      </Panel>
    </SectionStep>
  )
}
