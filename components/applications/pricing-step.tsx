'use client'

import { ChevronDown, ChevronUp, CopyPlus, Plus, Receipt } from 'lucide-react'
import { memo, type ReactNode, useCallback, useId, useState } from 'react'
import { useFieldArray, useForm, useFormContext, useWatch } from 'react-hook-form'
import { ICON_BUTTON } from '@/components/documents/icon-button'
import { FieldGrid } from '@/components/forms/field-grid'
import { PathFindings } from '@/components/forms/path-findings'
import { SelectField } from '@/components/forms/select-field'
import { TextField } from '@/components/forms/text-field'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { itemLabel } from '@/lib/domain/application/fields'
import {
  type FullDraft,
  LINE_ITEM_KINDS,
  type LineItemDraft,
  lineItemSchema,
} from '@/lib/domain/application/full-sections'
import { blankLineItem, duplicateLineItem, lineItemFrom } from '@/lib/domain/application/line-item'
import type { LineItemTemplate } from '@/lib/domain/application/line-item-template'
import { fieldMetas } from './field-metas'
import { ItemCard } from './item-list'
import { LineItemMembers } from './line-item-members'
import { newItemId } from './new-item-id'
import { type EditedStepProps, SectionStep, useSectionSaver } from './section-step'

type PricingDraft = FullDraft['pricing']

const { id: _, ...shape } = lineItemSchema.shape
const meta = fieldMetas(shape)
/** What is stored of a list has room for no more. */
const MOST_ITEMS = 50

export function PricingStep({
  templates,
  ...props
}: EditedStepProps<FullDraft> & { templates: readonly LineItemTemplate[] }) {
  const { application } = props
  const { saver, initial } = useSectionSaver('pricing', application.draft.pricing, application)
  const form = useForm<PricingDraft>({ defaultValues: initial })
  return (
    <SectionStep {...props} section="pricing" saver={saver} form={form}>
      <LineItems templates={templates} mayWrite={application.mayWrite} />
    </SectionStep>
  )
}

function LineItems({ templates, mayWrite }: { templates: readonly LineItemTemplate[]; mayWrite: boolean }) {
  const { getValues } = useFormContext<PricingDraft>()
  // Items carry an `id` of their own, which the library's key must not overwrite.
  const { fields, append, insert, move, remove } = useFieldArray<PricingDraft, 'items', 'key'>({
    name: 'items',
    keyName: 'key',
  })
  const [said, setSaid] = useState('')
  const onRemove = useCallback((index: number) => remove(index), [remove])
  const onDuplicate = useCallback(
    (index: number) => {
      const item = getValues('items')[index]
      if (item) insert(index + 1, duplicateLineItem(item, newItemId()))
    },
    [getValues, insert],
  )
  const onMove = useCallback(
    (index: number, by: 1 | -1) => {
      move(index, index + by)
      setSaid(`${itemLabel('pricing', index)} is now ${itemLabel('pricing', index + by).toLowerCase()}.`)
      // The card took its place with the button in it, which the browser may have blurred on the way.
      setTimeout(() => focusMover(index + by, by))
    },
    [move],
  )
  const isFull = fields.length >= MOST_ITEMS
  const adder = mayWrite && (
    <LineItemAdder
      templates={templates}
      isFirst={fields.length === 0}
      isFull={isFull}
      onAdd={(item) => append(item)}
    />
  )

  if (fields.length === 0) {
    return (
      <Panel>
        <div data-field="pricing.items">
          <EmptyState icon={<Receipt />} title="No line items yet" actions={adder}>
            What the quote has: solutions, fees and equipment, each with the fields that the partner told you
            of. An application can also go without any.
            {templates.length === 0 && ' An administrator can keep templates for them in Settings.'}
          </EmptyState>
        </div>
      </Panel>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <PathFindings name="items" />
      {fields.map(({ id }, index) => (
        <LineItemCard
          key={id}
          index={index}
          isLast={index === fields.length - 1}
          isFull={isFull}
          onMove={onMove}
          onDuplicate={onDuplicate}
          onRemove={onRemove}
        />
      ))}
      {adder}
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  )
}

/** At the end of the list the way on is closed, and the other button takes the focus. */
function focusMover(index: number, by: 1 | -1) {
  const card = document.querySelector(`[data-field="pricing.items.${index}"]`)
  const mover = (way: 1 | -1) =>
    card?.querySelector<HTMLButtonElement>(`[data-move="${way}"]:not(:disabled)`) ?? null
  const control = mover(by) ?? mover(by === 1 ? -1 : 1)
  control?.focus()
}

function LineItemAdder({
  templates,
  isFirst,
  isFull,
  onAdd,
}: {
  templates: readonly LineItemTemplate[]
  isFirst: boolean
  isFull: boolean
  onAdd: (item: LineItemDraft) => void
}) {
  const [chosen, setChosen] = useState(templates[0]?.id ?? '')
  const id = useId()
  const template = templates.find((one) => one.id === chosen)
  if (isFull) {
    return (
      <p className="text-sm text-muted">
        At most {MOST_ITEMS} line items fit into an application: there are as many.
      </p>
    )
  }
  return (
    <div className="flex flex-wrap items-end gap-x-3 gap-y-3 text-start">
      {templates.length > 0 && (
        <div className="flex min-w-0 flex-wrap items-end gap-2">
          <div className="flex min-w-0 flex-col gap-1">
            <label htmlFor={id} className="text-sm font-medium">
              Template
            </label>
            <select
              id={id}
              value={chosen}
              onChange={({ target }) => setChosen(target.value)}
              className="control control-select max-w-72"
            >
              {LINE_ITEM_KINDS.map((kind) => {
                const ofKind = templates.filter((one) => one.kind === kind)
                return (
                  ofKind.length > 0 && (
                    <optgroup key={kind} label={kind}>
                      {ofKind.map((one) => (
                        <option key={one.id} value={one.id}>
                          {one.name}
                        </option>
                      ))}
                    </optgroup>
                  )
                )
              })}
            </select>
          </div>
          <Button
            variant={isFirst ? 'primary' : 'secondary'}
            onClick={() => template && onAdd(lineItemFrom(template, newItemId()))}
          >
            <Plus aria-hidden="true" />
            Add from template
          </Button>
        </div>
      )}
      <Button onClick={() => onAdd(blankLineItem(newItemId()))}>
        <Plus aria-hidden="true" />
        Add a blank line item
      </Button>
    </div>
  )
}

const LineItemCard = memo(function LineItemCard({
  index,
  isLast,
  isFull,
  onMove,
  onDuplicate,
  onRemove,
}: {
  index: number
  isLast: boolean
  isFull: boolean
  onMove: (index: number, by: 1 | -1) => void
  onDuplicate: (index: number) => void
  onRemove: (index: number) => void
}) {
  const at = `items.${index}` as const
  const label = itemLabel('pricing', index)
  return (
    <ItemCard
      section="pricing"
      index={index}
      title={<LineItemName index={index} />}
      actions={
        <>
          <CardButton
            label={`Move ${label.toLowerCase()} up`}
            data-move={-1}
            disabled={index === 0}
            onClick={() => onMove(index, -1)}
          >
            <ChevronUp aria-hidden="true" />
          </CardButton>
          <CardButton
            label={`Move ${label.toLowerCase()} down`}
            data-move={1}
            disabled={isLast}
            onClick={() => onMove(index, 1)}
          >
            <ChevronDown aria-hidden="true" />
          </CardButton>
          <CardButton
            label={`Duplicate ${label.toLowerCase()}`}
            disabled={isFull}
            onClick={() => onDuplicate(index)}
          >
            <CopyPlus aria-hidden="true" />
          </CardButton>
        </>
      }
      onRemove={onRemove}
    >
      <div className="flex flex-col gap-5">
        <FieldGrid>
          <TextField<PricingDraft> name={`${at}.name`} meta={meta.name} />
          <div className="grid grid-cols-2 gap-x-5">
            <SelectField<PricingDraft> name={`${at}.kind`} meta={meta.kind} />
            <TextField<PricingDraft>
              name={`${at}.recordType`}
              meta={meta.recordType}
              spellCheck={false}
              placeholder="QuoteLineItem"
            />
          </div>
        </FieldGrid>
        <LineItemMembers index={index} />
      </div>
    </ItemCard>
  )
})

function CardButton({
  label,
  children,
  ...button
}: {
  label: string
  'data-move'?: 1 | -1
  disabled: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Button variant="ghost" size="small" className={ICON_BUTTON} aria-label={label} title={label} {...button}>
      {children}
    </Button>
  )
}

/** Apart from its card, because it renders while the name is typed. */
function LineItemName({ index }: { index: number }) {
  const [name, kind] = useWatch<PricingDraft, readonly [`items.${number}.name`, `items.${number}.kind`]>({
    name: [`items.${index}.name`, `items.${index}.kind`],
  })
  return (
    <>
      <span className="font-normal text-muted">{itemLabel('pricing', index)}</span>{' '}
      <bdi>{[kind, name?.trim()].filter(Boolean).join(' · ')}</bdi>
    </>
  )
}
