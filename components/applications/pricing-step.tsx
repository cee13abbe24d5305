'use client'

import { Plus, Receipt } from 'lucide-react'
import { useCallback, useId, useMemo, useState } from 'react'
import { useFieldArray, useForm, useFormContext, useWatch } from 'react-hook-form'
import { Option } from '@/components/forms/option'
import { PathFindings } from '@/components/forms/path-findings'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Panel } from '@/components/ui/panel'
import { fullFields } from '@/lib/domain/application/either-fields'
import { itemLabel } from '@/lib/domain/application/fields'
import { type FullDraft, LINE_ITEM_KINDS, type LineItemDraft } from '@/lib/domain/application/full-sections'
import { blankLineItem, duplicateLineItem, lineItemFrom } from '@/lib/domain/application/line-item'
import { roleOf } from '@/lib/domain/application/line-item-pricing'
import { type LineItemTemplate, packagesOf } from '@/lib/domain/application/line-item-template'
import { LINE_COLUMNS, LineItemRow, type MemberNames } from './line-item-row'
import { newItemId } from './new-item-id'
import { PricingTotals } from './pricing-totals'
import { type EditedStepProps, SectionStep, useSectionSaver } from './section-step'

type PricingDraft = FullDraft['pricing']

/** The stored list holds no more. */
const MOST_ITEMS = 50

export function PricingStep({
  templates,
  ...props
}: EditedStepProps<FullDraft> & { templates: readonly LineItemTemplate[] }) {
  const { application } = props
  const { saver, initial } = useSectionSaver('pricing', application.draft.pricing, application)
  const form = useForm<PricingDraft>({ defaultValues: initial })
  return (
    <SectionStep {...props} section="pricing" saver={saver} form={form} fields={fullFields}>
      <LineItems templates={templates} mayWrite={application.mayWrite} />
    </SectionStep>
  )
}

function LineItems({ templates, mayWrite }: { templates: readonly LineItemTemplate[]; mayWrite: boolean }) {
  const { getValues } = useFormContext<PricingDraft>()
  // Items have their own `id`, which the library's key must not overwrite.
  const { fields, append, insert, move, remove } = useFieldArray<PricingDraft, 'items', 'key'>({
    name: 'items',
    keyName: 'key',
  })
  const [said, setSaid] = useState('')
  // A locked form cannot be unfolded, so it shows everything.
  const [showsNames, setShowsNames] = useState(!mayWrite)
  const names = useMemo(() => memberNamesOf(templates), [templates])
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
      // The row moved with its button, which the browser may have blurred.
      setTimeout(() => focusMover(index + by, by))
    },
    [move],
  )
  const adder = mayWrite && (
    <LineItemAdder
      templates={templates}
      room={MOST_ITEMS - fields.length}
      isFirst={fields.length === 0}
      onAdd={(...items) => append(items)}
    />
  )

  if (fields.length === 0) {
    return (
      <Panel>
        <div data-field="pricing.items">
          <EmptyState icon={<Receipt />} title="No line items yet" actions={adder}>
            Solutions, fees and equipment of the quote. An application can be sent without any.
            {templates.length === 0 && ' An administrator can keep templates for them in Settings.'}
          </EmptyState>
        </div>
      </Panel>
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <PathFindings name="items" />
      <Panel
        title="Line items"
        description="Names are internal. Quantity, price and frequency are sent in the partner’s fields."
        actions={
          <Option
            type="checkbox"
            checked={showsNames}
            onChange={({ target }) => setShowsNames(target.checked)}
            label={<span className="text-sm">Partner field names</span>}
          />
        }
        flush
      >
        <div className="@container">
          <div
            className={`${LINE_COLUMNS} border-b border-line bg-sunken px-4 py-1.5 text-xs text-muted @max-[50rem]:hidden`}
            aria-hidden="true"
          >
            <span>Item</span>
            <span>Kind</span>
            <span className="text-end">Quantity</span>
            <span className="text-end">Price</span>
            <span>Frequency</span>
            <span className="text-end">Total</span>
          </div>
          <ul>
            {fields.map(({ id }, index) => (
              <LineItemRow
                key={id}
                index={index}
                isLast={index === fields.length - 1}
                isFull={fields.length >= MOST_ITEMS}
                showsNames={showsNames}
                names={names}
                onMove={onMove}
                onDuplicate={onDuplicate}
                onRemove={onRemove}
              />
            ))}
          </ul>
        </div>
        <div className="px-4 py-3">
          <WatchedTotals />
        </div>
      </Panel>
      <FrequencyList templates={templates} />
      {adder}
      <span role="status" className="sr-only">
        {said}
      </span>
    </div>
  )
}

/** Separate from the lines, so that typing renders only the totals. */
function WatchedTotals() {
  const items = useWatch<PricingDraft, 'items'>({ name: 'items' })
  return <PricingTotals items={items ?? []} />
}

/** The partner's field names for quantity, price and frequency, from the desk's templates. */
function memberNamesOf(templates: readonly LineItemTemplate[]): MemberNames {
  const named = templates.flatMap(({ members }) => members.map(({ name }) => name))
  const of = (role: keyof MemberNames) => named.find((name) => roleOf(name) === role) ?? null
  return { quantity: of('quantity'), price: of('price'), frequency: of('frequency') }
}

/** Suggested frequencies; anything else can be typed. */
function FrequencyList({ templates }: { templates: readonly LineItemTemplate[] }) {
  const kept = templates.flatMap(({ members }) =>
    members.filter(({ name }) => roleOf(name) === 'frequency').map(({ value }) => value),
  )
  const frequencies = [...new Set([...kept, 'One-time', 'Monthly', 'Yearly', 'Per transaction'])]
  return (
    <datalist id="line-item-frequencies">
      {frequencies.filter(Boolean).map((frequency) => (
        <option key={frequency} value={frequency} />
      ))}
    </datalist>
  )
}

/** At the end of the list one button is disabled, and the other gets the focus. */
function focusMover(index: number, by: 1 | -1) {
  const row = document.querySelector(`[data-field="pricing.items.${index}"]`)
  const mover = (way: 1 | -1) =>
    row?.querySelector<HTMLButtonElement>(`[data-move="${way}"]:not(:disabled)`) ?? null
  const control = mover(by) ?? mover(by === 1 ? -1 : 1)
  control?.focus()
}

function LineItemAdder({
  templates,
  room,
  isFirst,
  onAdd,
}: {
  templates: readonly LineItemTemplate[]
  /** How many more items fit. */
  room: number
  isFirst: boolean
  onAdd: (...items: LineItemDraft[]) => void
}) {
  const [chosen, setChosen] = useState(templates[0]?.id ?? '')
  const id = useId()
  const template = templates.find((one) => one.id === chosen)
  if (room <= 0) {
    return (
      <p className="text-sm text-muted">This application has {MOST_ITEMS} line items, the most that fit.</p>
    )
  }
  return (
    <div className="flex flex-col gap-3 text-start">
      <Packages templates={templates} room={room} isFirst={isFirst} onAdd={onAdd} />
      <div className="flex flex-wrap items-end gap-x-3 gap-y-3">
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
            <Button onClick={() => template && onAdd(lineItemFrom(template, newItemId()))}>
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
    </div>
  )
}

/** Adds all templates of a package. */
function Packages({
  templates,
  room,
  isFirst,
  onAdd,
}: {
  templates: readonly LineItemTemplate[]
  room: number
  isFirst: boolean
  onAdd: (...items: LineItemDraft[]) => void
}) {
  const packages = packagesOf(templates)
  if (packages.length === 0) return null
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1 text-sm font-medium">Packages</legend>
      <div className="flex flex-wrap gap-2">
        {packages.map(({ name, templates: own }) => (
          <Button
            key={name}
            variant={isFirst ? 'primary' : 'secondary'}
            disabled={own.length > room}
            title={own.map((template) => template.name).join(', ')}
            onClick={() => onAdd(...own.map((template) => lineItemFrom(template, newItemId())))}
          >
            <Plus aria-hidden="true" />
            Add {name} ({own.length})
          </Button>
        ))}
      </div>
    </fieldset>
  )
}
