'use client'

import { useForm } from 'react-hook-form'
import { FieldGrid, FieldGroup } from '@/components/forms/field-grid'
import { AmountField } from '@/components/forms/number-fields'
import { TextField } from '@/components/forms/text-field'
import { YesNoField } from '@/components/forms/yes-no-field'
import { Panel } from '@/components/ui/panel'
import { type Draft, type OptionsDraft, optionsSchema } from '@/lib/domain/application/sections'
import { fieldMetas } from './field-metas'
import { FixedMode } from './fixed-mode'
import { type EditedStepProps, SectionStep, useSectionSaver } from './section-step'

const meta = fieldMetas(optionsSchema.shape)

export function OptionsStep(props: EditedStepProps<Draft>) {
  const { draft, defaultMode } = props.application
  const { saver, initial } = useSectionSaver('options', draft.options, props.application)
  const form = useForm<OptionsDraft>({ defaultValues: initial })
  return (
    <SectionStep {...props} section="options" saver={saver} form={form}>
      <Panel>
        <FieldGroup title="Underwriting">
          {defaultMode === 'ask' ? (
            <YesNoField<OptionsDraft> name="partnerUnderwrites" meta={meta.partnerUnderwrites} />
          ) : (
            <FixedMode meta={meta.partnerUnderwrites} defaultMode={defaultMode} />
          )}
        </FieldGroup>
        <FieldGroup
          title="Volumes and tickets"
          description="In US dollars, as expected or as processed so far."
        >
          <FieldGrid>
            <AmountField<OptionsDraft> name="highMonthlyVolume" meta={meta.highMonthlyVolume} />
            <AmountField<OptionsDraft> name="cardVolume" meta={meta.cardVolume} />
            <AmountField<OptionsDraft> name="averageTicket" meta={meta.averageTicket} />
            <AmountField<OptionsDraft> name="highTicket" meta={meta.highTicket} />
          </FieldGrid>
        </FieldGroup>
        <FieldGroup title="Delivery and refunds">
          <FieldGrid>
            <TextField<OptionsDraft> name="daysToShip" meta={meta.daysToShip} />
            <TextField<OptionsDraft> name="refundPolicy" meta={meta.refundPolicy} />
          </FieldGrid>
        </FieldGroup>
      </Panel>
    </SectionStep>
  )
}
