'use client'

import { Plus, Trash2 } from 'lucide-react'
import { useRef } from 'react'
import { type FieldPath, useFieldArray, useFormContext, useWatch } from 'react-hook-form'
import { ICON_BUTTON } from '@/components/documents/icon-button'
import { FieldFrame, Findings } from '@/components/forms/field-frame'
import { useFieldFindings, useGroupFindings } from '@/components/forms/findings'
import { useTextRegistration } from '@/components/forms/text-registration'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import {
  type FullDraft,
  lineItemSchema,
  MEMBER_TYPES,
  type MemberType as MemberKind,
} from '@/lib/domain/application/full-sections'
import { blankMember } from '@/lib/domain/application/line-item'
import { fieldMetas } from './field-metas'

type PricingDraft = FullDraft['pricing']
type MembersName = `items.${number}.members`

const { type: _, ...shape } = lineItemSchema.shape.members.def.element.shape
const meta = fieldMetas(shape)
/** The stored list holds no more. */
const MOST_MEMBERS = 50

/** On narrow screens, the value is below its name with the type beside it. */
const COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_7rem_auto] items-start gap-x-1.5 gap-y-1 sm:grid-cols-[minmax(0,1fr)_7rem_minmax(0,1fr)_auto]'

/** The fields of a line item as sent: names and values, because the interface does not show them. */
export function LineItemMembers({ index }: { index: number }) {
  const name: MembersName = `items.${index}.members`
  const { fields, append, remove } = useFieldArray<PricingDraft, MembersName, 'key'>({ name, keyName: 'key' })
  const { path, findings, onFocus, onBlur } = useGroupFindings(name)
  const group = useRef<HTMLFieldSetElement>(null)

  function removeMember(place: number) {
    remove(place)
    setTimeout(() => {
      const stays = group.current?.querySelectorAll<HTMLElement>('[data-remove]')
      const next = stays?.[Math.min(place, stays.length - 1)]
      const control = next ?? group.current?.querySelector<HTMLElement>('[data-add]')
      control?.focus()
    })
  }

  return (
    <fieldset
      ref={group}
      id={path}
      data-field={path}
      aria-describedby={findings.length > 0 ? `${path}-findings` : undefined}
      onFocus={onFocus}
      onBlur={onBlur}
      className="min-w-0"
    >
      <legend className="text-sm font-medium">Fields that the partner gets</legend>
      <p className="mb-2 text-xs text-muted">
        {fields.length === 0
          ? 'None yet: the partner would get a line item without any values.'
          : 'Named as the partner told you, such as Unit_Price__c. A field without a value is not sent.'}
      </p>
      {fields.length > 0 && (
        <div className={classNames(COLUMNS, 'mb-1 max-sm:hidden')} aria-hidden="true">
          <span className="text-xs text-muted">Field name</span>
          <span className="text-xs text-muted">Type</span>
          <span className="text-xs text-muted">Value</span>
          <span className={ICON_BUTTON} />
        </div>
      )}
      <ul className="flex flex-col gap-3 sm:gap-1.5">
        {fields.map(({ key }, place) => (
          <li key={key} className={COLUMNS}>
            <MemberBox name={`${name}.${place}.name`} label={`Field name ${place + 1}`} isName />
            <MemberType name={`${name}.${place}.type`} label={`Type ${place + 1}`} />
            <div className="col-span-2 col-start-1 row-start-2 min-w-0 sm:col-span-1 sm:col-start-3 sm:row-start-1">
              <MemberValue at={`${name}.${place}`} label={`Value ${place + 1}`} />
            </div>
            <RemoveMember at={`${name}.${place}`} place={place} onRemove={removeMember} />
          </li>
        ))}
      </ul>
      <div className="mt-1.5 empty:hidden">
        <Findings path={path} findings={findings} />
      </div>
      {fields.length < MOST_MEMBERS ? (
        <Button size="small" data-add="" className="mt-2" onClick={() => append(blankMember())}>
          <Plus aria-hidden="true" />
          Add a field
        </Button>
      ) : (
        <p className="mt-2 text-sm text-muted">At most {MOST_MEMBERS} fields fit into a line item.</p>
      )}
    </fieldset>
  )
}

const TYPE_WORDS: Readonly<Record<MemberKind, string>> = {
  text: 'Text',
  number: 'Number',
  boolean: 'Yes or no',
}

/** How the value is sent: "9.95" or 9.95, "true" or true. */
function MemberType({ name, label }: { name: `${MembersName}.${number}.type`; label: string }) {
  const { register } = useFormContext<PricingDraft>()
  return (
    <select aria-label={label} {...register(name)} className="control control-select">
      {MEMBER_TYPES.map((type) => (
        <option key={type} value={type}>
          {TYPE_WORDS[type]}
        </option>
      ))}
    </select>
  )
}

/** Separate from its row because it rerenders when the type changes. */
function MemberValue({ at, label }: { at: `${MembersName}.${number}`; label: string }) {
  const type = useWatch<PricingDraft, `${MembersName}.${number}.type`>({ name: `${at}.type` })
  return type === 'boolean' ? (
    <MemberAnswer name={`${at}.value`} label={label} />
  ) : (
    <MemberBox name={`${at}.value`} label={label} isNumber={type === 'number'} />
  )
}

function MemberAnswer({ name, label }: { name: FieldPath<PricingDraft>; label: string }) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const registration = useTextRegistration<PricingDraft>(name, { label })
  const typed: unknown = useWatch({ name, exact: true })
  const isAnswer = typed === '' || typed === 'true' || typed === 'false'
  return (
    <FieldFrame {...{ path, findings, onFocus, onBlur }} meta={{ label }} labelHidden>
      {(control) => (
        <select {...control} {...registration} className="control control-select">
          <option value="">Select…</option>
          <option value="true">Yes (true)</option>
          <option value="false">No (false)</option>
          {!isAnswer && typeof typed === 'string' && <option value={typed}>{typed}</option>}
        </select>
      )}
    </FieldFrame>
  )
}

function MemberBox({
  name,
  label,
  isName = false,
  isNumber = false,
}: {
  name: FieldPath<PricingDraft>
  label: string
  isName?: boolean
  isNumber?: boolean
}) {
  const { path, findings, onFocus, onBlur } = useFieldFindings(name)
  const registration = useTextRegistration<PricingDraft>(name, { label })
  const { required } = isName ? meta.name : meta.value
  return (
    <FieldFrame {...{ path, required, findings, onFocus, onBlur }} meta={{ label }} labelHidden>
      {(control) => (
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder={isName ? 'Field name' : 'Value'}
          inputMode={isNumber ? 'decimal' : undefined}
          {...control}
          {...registration}
          className={classNames('control', isName && 'font-mono', isNumber && 'text-end')}
        />
      )}
    </FieldFrame>
  )
}

/** Separate from its row because it rerenders as the name is typed. */
function RemoveMember({
  at,
  place,
  onRemove,
}: {
  at: `${MembersName}.${number}`
  place: number
  onRemove: (place: number) => void
}) {
  const typed = useWatch<PricingDraft, `${MembersName}.${number}.name`>({ name: `${at}.name` })
  return (
    <Button
      variant="ghost"
      className={classNames(ICON_BUTTON, 'col-start-3 row-start-1 sm:col-start-4')}
      data-remove=""
      aria-label={`Remove ${typed?.trim() || `field ${place + 1}`}`}
      title="Remove"
      onClick={() => onRemove(place)}
    >
      <Trash2 aria-hidden="true" />
    </Button>
  )
}
