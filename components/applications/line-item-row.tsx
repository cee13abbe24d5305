'use client'

import { ChevronDown, ChevronUp, CopyPlus, ListTree, Plus, Trash2 } from 'lucide-react'
import { memo, type ReactNode, useEffect, useState } from 'react'
import { type FieldPath, useFormContext, useWatch } from 'react-hook-form'
import { ICON_BUTTON } from '@/components/documents/icon-button'
import { FieldFrame } from '@/components/forms/field-frame'
import { useFieldFindings, usePathsUnder } from '@/components/forms/findings'
import { TextField } from '@/components/forms/text-field'
import { useTextRegistration } from '@/components/forms/text-registration'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Money } from '@/components/ui/money'
import { itemLabel } from '@/lib/domain/application/fields'
import { type FullDraft, LINE_ITEM_KINDS, lineItemSchema } from '@/lib/domain/application/full-sections'
import { lineTotalMinor, type PricingRole, placesOf } from '@/lib/domain/application/line-item-pricing'
import { fieldMetas } from './field-metas'
import { useRemoval } from './item-list'
import { LineItemMembers } from './line-item-members'

type PricingDraft = FullDraft['pricing']
type Member = PricingDraft['items'][number]['members'][number]
/** The field name of each role, if a template has one. */
export type MemberNames = Readonly<Record<PricingRole, string | null>>

const { id: _, ...shape } = lineItemSchema.shape
const meta = fieldMetas(shape)

/** A table row on wide screens, a two-column card on narrow ones. */
export const LINE_COLUMNS =
  'grid grid-cols-2 gap-x-2 gap-y-2 @[50rem]:grid-cols-[minmax(0,1fr)_7.25rem_4.25rem_6rem_8.75rem_6.5rem_9.25rem]'

const ROLE_LABELS: Readonly<Record<PricingRole, string>> = {
  quantity: 'Quantity',
  price: 'Price',
  frequency: 'Frequency',
}

/** One line of the quote. The partner's field names and all other fields unfold below it. */
export const LineItemRow = memo(function LineItemRow({
  index,
  isLast,
  isFull,
  showsNames,
  names,
  onMove,
  onDuplicate,
  onRemove,
}: {
  index: number
  isLast: boolean
  isFull: boolean
  showsNames: boolean
  names: MemberNames
  onMove: (index: number, by: 1 | -1) => void
  onDuplicate: (index: number) => void
  onRemove: (index: number) => void
}) {
  const at = `items.${index}` as const
  const label = itemLabel('pricing', index)
  const { setValue } = useFormContext<PricingDraft>()
  const item = useWatch<PricingDraft, typeof at>({ name: at })
  const members: readonly Member[] = item?.members ?? []
  const places = placesOf(members)
  const hidden = useHiddenFindings(at, Object.values(places))
  const [isUnfolded, setUnfolded] = useState(hidden || members.some(({ name }) => name.trim() === ''))
  // Problems in folded fields unfold them, and they stay open while being corrected.
  useEffect(() => {
    if (hidden) setUnfolded(true)
  }, [hidden])
  const isOpen = showsNames || isUnfolded
  const { card, askToRemove, dialog } = useRemoval<HTMLLIElement>({
    section: 'pricing',
    index,
    title: (
      <>
        {label} <bdi>{[item?.kind, item?.name?.trim()].filter(Boolean).join(' · ')}</bdi>
      </>
    ),
    onRemove,
  })

  const add = (role: PricingRole, name: string) => {
    setValue(`${at}.members`, [...members, { name, value: '', type: 'text' }], { shouldDirty: true })
    setTimeout(() => card.current?.querySelector<HTMLElement>(`[data-role="${role}"] input`)?.focus())
  }
  const cell = (role: PricingRole) => {
    const place = places[role]
    const name = names[role]
    return (
      <Cell label={ROLE_LABELS[role]} data-role={role} isNumber={role !== 'frequency'}>
        {place === undefined ? (
          name === null ? (
            <span className="flex min-h-8 items-center text-faint">–</span>
          ) : (
            <Button
              variant="ghost"
              size="small"
              aria-label={`Add ${ROLE_LABELS[role].toLowerCase()} to ${label.toLowerCase()}`}
              onClick={() => add(role, name)}
            >
              <Plus aria-hidden="true" />
            </Button>
          )
        ) : isOpen ? (
          <span className="flex min-h-8 items-center wrap-anywhere">{members[place]?.value || '–'}</span>
        ) : (
          <ValueBox name={`${at}.members.${place}.value`} role={role} />
        )}
      </Cell>
    )
  }
  const total = lineTotalMinor({ members })
  const sentName = places.product === undefined ? '' : (members[places.product]?.value.trim() ?? '')
  return (
    <li ref={card} data-field={`pricing.items.${index}`} className="border-b border-line px-4 py-2.5">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset inside a grid would be a box of its own */}
      <div role="group" aria-label={label}>
        <div className={LINE_COLUMNS}>
          <div className="min-w-0 @max-[50rem]:col-span-2">
            <Box name={`${at}.name`} label={meta.name.label} required />
            {sentName !== '' && sentName !== item?.name?.trim() && (
              <p className="mt-0.5 text-xs text-muted wrap-anywhere">Sent as “{sentName}”</p>
            )}
          </div>
          <Cell label="Kind">
            <KindBox name={`${at}.kind`} />
          </Cell>
          {cell('quantity')}
          {cell('price')}
          {cell('frequency')}
          <Cell label="Total" isNumber>
            <span className="flex min-h-8 items-center font-medium">
              {total === null ? '–' : <Money amountMinor={total} />}
            </span>
          </Cell>
          <div className="flex items-start justify-end @max-[50rem]:col-span-2">
            <RowButton
              label={`Partner fields of ${label.toLowerCase()}`}
              aria-expanded={isOpen}
              disabled={showsNames}
              onClick={() => setUnfolded(!isUnfolded)}
            >
              <ListTree aria-hidden="true" />
            </RowButton>
            <RowButton
              label={`Move ${label.toLowerCase()} up`}
              data-move={-1}
              disabled={index === 0}
              onClick={() => onMove(index, -1)}
            >
              <ChevronUp aria-hidden="true" />
            </RowButton>
            <RowButton
              label={`Move ${label.toLowerCase()} down`}
              data-move={1}
              disabled={isLast}
              onClick={() => onMove(index, 1)}
            >
              <ChevronDown aria-hidden="true" />
            </RowButton>
            <RowButton
              label={`Duplicate ${label.toLowerCase()}`}
              disabled={isFull}
              onClick={() => onDuplicate(index)}
            >
              <CopyPlus aria-hidden="true" />
            </RowButton>
            <RowButton label={`Remove ${label.toLowerCase()}`} disabled={false} onClick={askToRemove}>
              <Trash2 aria-hidden="true" />
            </RowButton>
          </div>
        </div>
        {isOpen && (
          <div className="mt-3 flex flex-col gap-4 rounded-md bg-sunken p-3">
            <TextField<PricingDraft>
              name={`${at}.recordType`}
              meta={meta.recordType}
              spellCheck={false}
              placeholder="QuoteLineItem"
              className="max-w-xs"
            />
            <LineItemMembers index={index} />
          </div>
        )}
      </div>
      {dialog}
    </li>
  )
})

/** Whether a field that a folded row hides has a problem. */
function useHiddenFindings(at: string, shown: readonly (number | undefined)[]): boolean {
  const seen = new Set(
    ['name', 'kind', ...shown.map((place) => `members.${place}.value`)].map(
      (part) => `pricing.${at}.${part}`,
    ),
  )
  return usePathsUnder(at).some((path) => !seen.has(path))
}

/** Narrow screens show the label above it; on wide ones the table head does. */
function Cell({
  label,
  isNumber = false,
  children,
  ...rest
}: {
  label: string
  isNumber?: boolean
  'data-role'?: PricingRole
  children: ReactNode
}) {
  return (
    <div
      {...rest}
      className={classNames('min-w-0', isNumber && '@[50rem]:flex @[50rem]:flex-col @[50rem]:items-end')}
    >
      <span className="mb-0.5 block text-xs text-muted @[50rem]:hidden" aria-hidden="true">
        {label}
      </span>
      {children}
    </div>
  )
}

function Box({
  name,
  label,
  required = false,
  role,
}: {
  name: FieldPath<PricingDraft>
  label: string
  required?: boolean
  role?: PricingRole
}) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const registration = useTextRegistration<PricingDraft>(name, { label })
  return (
    <FieldFrame
      {...{ path, required, findings, onFocus, onBlur }}
      meta={{ label }}
      labelHidden
      className="w-full"
    >
      {(control) => (
        <input
          type="text"
          autoComplete="off"
          inputMode={role === 'quantity' || role === 'price' ? 'decimal' : undefined}
          list={role === 'frequency' ? 'line-item-frequencies' : undefined}
          placeholder={role === undefined ? 'Name' : undefined}
          {...control}
          {...registration}
          className={classNames('control', (role === 'quantity' || role === 'price') && 'text-end')}
        />
      )}
    </FieldFrame>
  )
}

const ValueBox = ({ name, role }: { name: FieldPath<PricingDraft>; role: PricingRole }) => (
  <Box name={name} label={ROLE_LABELS[role]} role={role} required />
)

function KindBox({ name }: { name: FieldPath<PricingDraft> }) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const registration = useTextRegistration<PricingDraft>(name, meta.kind)
  const chosen: unknown = useWatch({ name, exact: true })
  const kinds: readonly string[] = LINE_ITEM_KINDS
  return (
    <FieldFrame
      {...{ path, findings, onFocus, onBlur }}
      meta={{ label: meta.kind.label }}
      required
      labelHidden
    >
      {(control) => (
        <select {...control} {...registration} className="control control-select">
          <option value="">Select…</option>
          {typeof chosen === 'string' && chosen !== '' && !kinds.includes(chosen) && (
            <option value={chosen}>{chosen} (not in the list)</option>
          )}
          {kinds.map((kind) => (
            <option key={kind} value={kind}>
              {kind}
            </option>
          ))}
        </select>
      )}
    </FieldFrame>
  )
}

function RowButton({
  label,
  children,
  ...button
}: {
  label: string
  'aria-expanded'?: boolean
  'data-move'?: 1 | -1
  disabled: boolean
  onClick: () => void
  children: ReactNode
}) {
  return (
    <Button
      variant="ghost"
      size="small"
      className={classNames(ICON_BUTTON, '@[50rem]:size-7')}
      aria-label={label}
      title={label}
      {...button}
    >
      {children}
    </Button>
  )
}
