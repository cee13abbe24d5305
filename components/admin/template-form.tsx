'use client'

import { Plus, Trash2 } from 'lucide-react'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusOnClick } from '@/components/applications/focus-on-click'
import { ICON_BUTTON } from '@/components/documents/icon-button'
import { FieldFrame, Findings } from '@/components/forms/field-frame'
import { fieldMeta } from '@/components/forms/field-meta'
import type { Finding } from '@/components/forms/findings'
import { TroubleNotice } from '@/components/forms/trouble-notice'
import { useDeskAction } from '@/components/forms/use-desk-action'
import { Button } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Dialog } from '@/components/ui/dialog'
import { LINE_ITEM_KINDS, lineItemSchema } from '@/lib/domain/application/full-sections'
import {
  type LineItemTemplate,
  mergeTemplates,
  packagesOf,
  readTemplate,
  type TypedTemplate,
  templateChanges,
} from '@/lib/domain/application/line-item-template'
import type { Problem } from '@/lib/domain/values/problem'
import { removeTemplateAction, saveTemplateAction } from '@/lib/server/admin/settings/actions'
import type { SaveResult } from '@/lib/server/admin/settings/mutations'
import { DoneNotice, type StaleFacts, StaleNotice } from './save-notices'
import { blankMember, type MemberText, type TemplateText, textOf, typedOf } from './template-text'
import { focusOnWrong, type useEdit } from './use-edit'

const NAME = fieldMeta(lineItemSchema.shape.name)
const KIND = { ...fieldMeta(lineItemSchema.shape.kind), hint: 'The quote section that it belongs to.' }
const PACKAGES = {
  label: 'Packages',
  hint: 'All templates of a package are added in one click. Separate several with commas.',
}
const NONE: ReadonlySet<string> = new Set()

type TemplateEdit = ReturnType<typeof useEdit<LineItemTemplate | null, TemplateText>>
type Stale = Extract<SaveResult<LineItemTemplate | null>, { reason: 'stale' }>

export function TemplateForm({
  edit,
  others,
  takesFocus,
  onGone,
}: {
  edit: TemplateEdit
  /** The other templates as this page loaded them; the server checks again. */
  others: readonly LineItemTemplate[]
  takesFocus: boolean
  onGone: (words: string) => void
}) {
  const { base, typed: text, isChanged } = edit
  const saving = useDeskAction(saveTemplateAction, { unanswered: 'try-again' })
  const removing = useDeskAction(removeTemplateAction, { unanswered: 'try-again' })
  const busy = saving.busy || removing.busy
  const trouble = saving.trouble ?? removing.trouble
  const form = useRef<HTMLFormElement>(null)
  const id = useId()
  /** Fields that were left: their problems are shown while no one is typing there. */
  const [left, setLeft] = useState(NONE)
  const [refused, setRefused] = useState<readonly Problem[]>([])
  const [stale, setStale] = useState<StaleFacts | null>(null)
  const [done, setDone] = useState('')
  const [asks, setAsks] = useState(false)
  const typed = typedOf(text)
  const { problems } = readTemplate(typed, others)

  useEffect(() => {
    if (takesFocus) form.current?.querySelector('input')?.focus()
  }, [takesFocus])

  function change(next: Partial<TemplateText>, place?: string) {
    setDone('')
    setRefused([])
    if (place) setLeft((places) => new Set([...places].filter((other) => other !== place)))
    edit.change({ ...text, ...next })
  }

  const leave = (place: string) => setLeft((places) => new Set(places).add(place))

  const findingsAt = (place: string, path = place): Finding[] => {
    const said = [...(left.has(place) ? problems : []), ...refused].filter((found) => found.path === path)
    return [...new Set(said.map(({ message }) => message))].map((message) => ({ severity: 'error', message }))
  }

  async function save(event: FormEvent) {
    event.preventDefault()
    if (busy) return
    setDone('')
    if (problems.length > 0) {
      flushSync(() =>
        setLeft(new Set(['name', 'kind', 'packages', 'members', ...text.members.flatMap(placesOf)])),
      )
      return focusOnWrong(form.current)
    }
    removing.clear()
    const called = await saving.run({ base, template: mutable(typed) })
    const refusal = called?.ok === false ? called.refusal : null
    if (!called || (!called.ok && !refusal)) return
    if (refusal?.reason === 'problems') {
      flushSync(() => setRefused(refusal.problems))
      return focusOnWrong(form.current)
    }
    flushSync(() => {
      setLeft(NONE)
      if (called.ok) {
        edit.markSaved(called.data.value, text)
        setStale(null)
        setDone('Saved.')
      } else if (refusal) {
        meet(refusal, (mine, theirs) => (base ? textOf(mergeTemplates(base, typedOf(mine), theirs)) : mine))
      }
    })
    if (!form.current?.contains(document.activeElement)) focusOn('[type="submit"]')
  }

  /** Someone else saved first: shows their changes, and the next save builds on theirs. */
  function meet(
    { theirs, changedBy, changedAt }: Stale,
    merge: (mine: TemplateText, theirs: LineItemTemplate) => TemplateText,
  ): void {
    const changes =
      theirs === null ? ['Removed the whole template.'] : base ? templateChanges(base, theirs) : []
    setStale({ changedBy, changedAt, changes })
    edit.rebase(theirs, (mine) => (theirs === null ? mine : merge(mine, theirs)))
  }

  async function remove() {
    setAsks(false)
    if (base === null) return
    saving.clear()
    const called = await removing.run({ base })
    if (called?.ok) {
      edit.discard()
      onGone(`“${base.name}” is removed.`)
    } else if (called?.refusal?.reason === 'stale') {
      meet(called.refusal, (mine, theirs) => (isChanged ? mine : textOf(theirs)))
    }
  }

  function discard() {
    setStale(null)
    setRefused([])
    setLeft(NONE)
    edit.discard()
    if (base === null) {
      onGone('The template is discarded.')
      return
    }
    setDone('Your changes are discarded.')
    focusOn('[type="submit"]')
  }

  const focusOn = (selector: string) => form.current?.querySelector<HTMLElement>(selector)?.focus()

  function addMember() {
    flushSync(() => change({ members: [...text.members, blankMember()] }, 'members'))
    focusOn('li:last-child input')
  }

  function removeMember(member: MemberText, index: number) {
    flushSync(() => change({ members: text.members.filter(({ key }) => key !== member.key) }))
    const stays = form.current?.querySelectorAll<HTMLElement>('[data-remove]')
    const next = stays?.[Math.min(index, stays.length - 1)]
    if (next) next.focus()
    else focusOn('[data-add]')
  }

  const changeMember = (member: MemberText, part: 'name' | 'value' | 'type', value: string) =>
    change(
      {
        members: text.members.map((other) =>
          other.key === member.key ? { ...member, [part]: value } : other,
        ),
      },
      placeOf(member, part === 'type' ? 'value' : part),
    )

  return (
    <>
      <form
        ref={form}
        onSubmit={save}
        noValidate
        aria-label={text.name.trim() || 'New template'}
        className="flex flex-col gap-4 px-4 pt-3 pb-4 md:ps-11"
        {...focusOnClick}
      >
        {stale && (
          <StaleNotice stale={stale} what="template" onDiscard={isChanged && base ? discard : undefined}>
            {base === null
              ? 'What you typed is still here. Save it to restore the template, or discard it.'
              : isChanged
                ? 'The form below has their changes and yours. Where you both changed a value, yours is shown. Yours are not saved yet. Review them, then save.'
                : 'The form below shows what they saved.'}
          </StaleNotice>
        )}
        <div className="grid gap-x-5 gap-y-4 sm:grid-cols-[minmax(0,1fr)_12rem]">
          <FieldFrame path={`${id}-name`} meta={NAME} findings={findingsAt('name')}>
            {(control) => (
              <input
                {...control}
                type="text"
                autoComplete="off"
                value={text.name}
                onChange={({ target }) => change({ name: target.value }, 'name')}
                onBlur={() => leave('name')}
                className="control"
              />
            )}
          </FieldFrame>
          <FieldFrame path={`${id}-kind`} meta={KIND} findings={findingsAt('kind')}>
            {(control) => (
              <select
                {...control}
                value={text.kind}
                onChange={({ target }) => change({ kind: target.value }, 'kind')}
                onBlur={() => leave('kind')}
                className="control control-select"
              >
                <option value="">Select…</option>
                {LINE_ITEM_KINDS.map((kind) => (
                  <option key={kind} value={kind}>
                    {kind}
                  </option>
                ))}
              </select>
            )}
          </FieldFrame>
        </div>
        <FieldFrame path={`${id}-packages`} meta={PACKAGES} findings={findingsAt('packages')}>
          {(control) => (
            <>
              <input
                {...control}
                type="text"
                autoComplete="off"
                list={`${id}-known-packages`}
                value={text.packages}
                onChange={({ target }) => change({ packages: target.value }, 'packages')}
                onBlur={() => leave('packages')}
                className="control"
              />
              <datalist id={`${id}-known-packages`}>
                {packagesOf(others).map(({ name }) => (
                  <option key={name} value={name} />
                ))}
              </datalist>
            </>
          )}
        </FieldFrame>
        <fieldset className="min-w-0">
          <legend className="text-sm font-medium">Fields sent to the partner</legend>
          <p className="mb-2 text-xs text-muted">
            Use the partner’s field names, such as Unit_Price__c. New line items start with these values and
            can change them.
          </p>
          {text.members.length > 0 && (
            <div className={classNames(MEMBER_COLUMNS, 'mb-1 max-sm:hidden')} aria-hidden="true">
              <span className="text-xs text-muted">Field name</span>
              <span className="text-xs text-muted">Type</span>
              <span className="text-xs text-muted">Initial value</span>
              <span className={ICON_BUTTON} />
            </div>
          )}
          <ul className="flex flex-col gap-2.5 sm:gap-1.5">
            {text.members.map((member, index) => (
              <MemberRow
                key={member.key}
                member={member}
                index={index}
                findingsOf={(part) => findingsAt(placeOf(member, part), `members.${index}.${part}`)}
                onType={(part, value) => changeMember(member, part, value)}
                onLeave={(part) => leave(placeOf(member, part))}
                onRemove={() => removeMember(member, index)}
              />
            ))}
          </ul>
          <Findings path={`${id}-members`} findings={findingsAt('members')} />
          <Button size="small" data-add="" className="mt-2" onClick={addMember}>
            <Plus aria-hidden="true" />
            Add a field
          </Button>
        </fieldset>
        <TroubleNotice trouble={trouble?.kind === 'changed' ? null : trouble} title="Couldn’t save" />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <Button type="submit" variant={isChanged ? 'primary' : 'secondary'} busy={busy}>
            Save
          </Button>
          {(isChanged || base === null) && (
            <Button variant="ghost" onClick={discard}>
              {base === null ? 'Discard' : 'Discard changes'}
            </Button>
          )}
          <DoneNotice>{done}</DoneNotice>
          {base !== null && (
            <Button variant="ghost" className="ms-auto" onClick={() => setAsks(true)}>
              <Trash2 aria-hidden="true" />
              Remove template…
            </Button>
          )}
        </div>
      </form>
      <Dialog
        open={asks}
        onClose={() => setAsks(false)}
        title={
          <>
            Remove “<bdi>{base?.name}</bdi>”?
          </>
        }
        description="New line items can no longer use it. Existing line items do not change."
        footer={
          <>
            <Button onClick={() => setAsks(false)}>Keep it</Button>
            <Button variant="danger" onClick={remove}>
              Remove
            </Button>
          </>
        }
      />
    </>
  )
}

const mutable = (template: TypedTemplate) => ({ ...template, members: [...template.members] })

const placeOf = ({ key }: MemberText, part: 'name' | 'value') => `${key} ${part}`
const placesOf = (member: MemberText) => [placeOf(member, 'name'), placeOf(member, 'value')]

/** On narrow screens, the value is below its name. */
const MEMBER_COLUMNS =
  'grid grid-cols-[minmax(0,1fr)_7rem_auto] gap-x-1.5 gap-y-1 sm:grid-cols-[minmax(0,1fr)_7rem_minmax(0,1fr)_auto]'

/** A partner field and its initial value. */
function MemberRow({
  member,
  index,
  findingsOf,
  onType,
  onLeave,
  onRemove,
}: {
  member: MemberText
  index: number
  findingsOf: (part: 'name' | 'value') => Finding[]
  onType: (part: 'name' | 'value' | 'type', value: string) => void
  onLeave: (part: 'name' | 'value') => void
  onRemove: () => void
}) {
  const id = useId()
  const box = (part: 'name' | 'value', label: string) => {
    const findings = findingsOf(part)
    return (
      <div className="min-w-0">
        <input
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-label={`${label} ${index + 1}`}
          aria-invalid={findings.length > 0 || undefined}
          aria-describedby={findings.length > 0 ? `${id}-${part}-findings` : undefined}
          placeholder={label}
          value={member[part]}
          onChange={({ target }) => onType(part, target.value)}
          onBlur={() => onLeave(part)}
          className={part === 'name' ? 'control font-mono' : 'control'}
        />
        <Findings path={`${id}-${part}`} findings={findings} />
      </div>
    )
  }
  return (
    <li className={MEMBER_COLUMNS}>
      {box('name', 'Field name')}
      <select
        aria-label={`Type ${index + 1}`}
        value={member.type}
        onChange={({ target }) => onType('type', target.value)}
        className="control control-select"
      >
        <option value="text">Text</option>
        <option value="number">Number</option>
        <option value="boolean">Yes or no</option>
      </select>
      <div className="col-span-2 col-start-1 row-start-2 min-w-0 sm:col-span-1 sm:col-start-3 sm:row-start-1">
        {box('value', member.type === 'boolean' ? 'true or false' : 'Value')}
      </div>
      <Button
        variant="ghost"
        className={classNames(ICON_BUTTON, 'col-start-3 row-start-1 sm:col-start-4')}
        data-remove=""
        aria-label={`Remove ${member.name.trim() || `field ${index + 1}`}`}
        title="Remove"
        onClick={onRemove}
      >
        <Trash2 aria-hidden="true" />
      </Button>
    </li>
  )
}
