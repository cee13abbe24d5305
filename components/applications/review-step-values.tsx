import type { ReactNode } from 'react'
import { Day } from '@/components/ui/date-time'
import { Description, DescriptionList } from '@/components/ui/description-list'
import { Money } from '@/components/ui/money'
import { Panel } from '@/components/ui/panel'
import type { AnySectionName } from '@/lib/domain/application/draft'
import { catalogueOf } from '@/lib/domain/application/either-fields'
import { cleanValue, type Field, isSensitive, itemLabel } from '@/lib/domain/application/fields'
import type { FullDraft } from '@/lib/domain/application/full-sections'
import type { ApplicationKind } from '@/lib/domain/application/kind'
import { nameInRow } from '@/lib/domain/application/name-in-row'
import { ownerAgainst, PRINCIPAL_SHARE_TEXT } from '@/lib/domain/application/principal-share'
import { shownPhone } from '@/lib/domain/application/shown-value'
import { STEP_LABELS } from '@/lib/domain/application/steps'
import { counted } from '@/lib/domain/values/counted'
import { isSealed } from '@/lib/domain/values/sealed'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import { PricingTotals } from './pricing-totals'
import { StepLink } from './review-step-links'

/**
 * The values of each step as the partner will get them, with sensitive values masked. `verb`: the label of the link
 * to the step; null for no link. The step's name links to its panel.
 */
export function ReviewStepValues({
  application,
  verb = 'Open',
}: {
  application: ApplicationView
  verb?: 'Open' | 'Edit' | null
}) {
  const { id, kind, draft } = application
  const step = (slug: AnySectionName, values: ReactNode) => (
    <div id={slug} tabIndex={-1} className="min-w-0 rounded-lg">
      <Panel
        title={STEP_LABELS[slug]}
        actions={verb && <StepLink applicationId={id} step={slug} label={STEP_LABELS[slug]} verb={verb} />}
      >
        {values}
      </Panel>
    </div>
  )
  return (
    <>
      {step('merchant', <Values kind={kind} section="merchant" record={draft.merchant} />)}
      {step(
        'contacts',
        <>
          <Items
            kind={kind}
            section="contacts"
            items={draft.contacts.items}
            nameOf={({ firstName, lastName }) => `${firstName} ${lastName}`.trim()}
            none="No contact yet."
          />
          {draft.contacts.nobodyOwns25 && ownerAgainst(draft.contacts.items) === null && (
            <p className="mt-3 text-sm text-muted">
              Onboarding attests that no one owns {PRINCIPAL_SHARE_TEXT} or more.
            </p>
          )}
        </>,
      )}
      {step(
        'accounts',
        <Items
          kind={kind}
          section="accounts"
          items={draft.accounts.items}
          nameOf={({ bankName, ddaType }) => [bankName, ddaType].filter(Boolean).join(' · ')}
          none="No bank account yet."
        />,
      )}
      {step('options', <Values kind={kind} section="options" record={draft.options} />)}
      {'pricing' in draft &&
        step(
          'pricing',
          <>
            <Items
              kind={kind}
              section="pricing"
              items={draft.pricing.items}
              nameOf={({ name }) => name}
              none="No line item yet."
            />
            {draft.pricing.items.length > 0 && (
              <div className="mt-4 border-t border-line pt-3">
                <PricingTotals items={draft.pricing.items} />
              </div>
            )}
          </>,
        )}
    </>
  )
}

function Items<T extends { id: string }>({
  kind,
  section,
  items,
  nameOf,
  none,
}: {
  kind: ApplicationKind
  section: AnySectionName
  items: readonly T[]
  nameOf: (item: T) => string
  none: string
}) {
  if (items.length === 0) return <p className="text-sm text-muted">{none}</p>
  return (
    <div className="flex flex-col gap-5">
      {items.map((item, index) => (
        <section key={item.id}>
          <h3 className="mb-1 font-semibold break-words">
            <span className="font-normal text-muted">{itemLabel(section, index)}</span>{' '}
            <bdi>{nameInRow(nameOf(item))}</bdi>
          </h3>
          <Values kind={kind} section={section} record={item} />
        </section>
      ))}
    </div>
  )
}

/** Optional values that are blank are only counted; a click lists them. */
function Values({
  kind,
  section,
  record,
}: {
  kind: ApplicationKind
  section: AnySectionName
  record: object
}) {
  const values: ReadonlyMap<string, unknown> = new Map(Object.entries(record))
  const rows = shownFields(kind, section).map((field) => ({
    field,
    value: valueNode(field, values.get(field.name)),
  }))
  const filled = rows.filter(({ field, value }) => value !== null || field.meta.required)
  const blank = rows.filter((row) => !filled.includes(row))
  return (
    <>
      <DescriptionList columns={2}>
        {filled.map(({ field, value }) => (
          <Description key={field.name} term={<span title={field.meta.partnerName}>{field.meta.label}</span>}>
            {value}
          </Description>
        ))}
      </DescriptionList>
      {blank.length > 0 && (
        <details className="mt-2 text-sm text-muted">
          <summary className="inline-block rounded-sm py-0.5 underline decoration-dotted underline-offset-2 hover:text-ink">
            {counted(blank.length, 'optional field')} blank
          </summary>
          <p className="mt-1">{blank.map(({ field }) => field.meta.label).join(' · ')}</p>
        </details>
      )}
    </>
  )
}

/** Without the second entry of a number, which is never sent. */
export const shownFields = (kind: ApplicationKind, section: AnySectionName): readonly Field[] =>
  catalogueOf(kind)
    .fieldsOf(section)
    .filter(
      ({ meta }, index, all) =>
        meta.partnerName === '' ||
        all.findIndex((other) => other.meta.partnerName === meta.partnerName) === index,
    )

/** The fields of a line item. A field without a value is not sent. */
function Members({ members }: { members: FullDraft['pricing']['items'][number]['members'] }) {
  return (
    <ul>
      {members.map(({ name, value, type = 'text' }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two may have the same name while the draft is wrong
        <li key={index} className="flex flex-wrap gap-x-2 break-words">
          <code className="font-mono text-[0.9286em] text-muted">
            <bdi>{name.trim() || '(no name)'}</bdi>
          </code>
          {value.trim() === '' ? (
            <span className="text-faint">blank, not sent</span>
          ) : (
            <>
              <bdi className="min-w-0">{value}</bdi>
              {type !== 'text' && <span className="text-xs text-faint">{type}</span>}
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** As it will be sent if it is valid, else as typed; null if blank. */
export function valueNode({ meta, schema }: Field, typed: unknown): ReactNode {
  if (isSealed(typed)) return <span className="font-mono text-[0.9286em]">{typed.mask}</span>
  if (Array.isArray(typed)) {
    if (typed.length === 0) return null
    const isRoles = typed.every((part) => typeof part === 'string')
    return isRoles ? <bdi>{typed.join(', ')}</bdi> : <Members members={typed} />
  }
  if (typeof typed !== 'string' || typed.trim() === '') return null
  if (isSensitive(meta)) return <span className="font-mono">••••</span>
  const clean = cleanValue(schema, typed)
  if (typeof clean === 'boolean') return clean ? 'Yes' : 'No'
  if (typeof clean !== 'string') return <bdi className="line-clamp-6 text-bad-ink">{typed}</bdi>
  switch (meta.kind) {
    case 'amount':
      return <Money dollars={clean} />
    case 'percent':
      return `${clean}%`
    case 'phone':
      return shownPhone(clean)
    case 'date':
      return <Day day={clean} />
    case 'long-text':
      return <bdi className="block max-h-40 overflow-y-auto whitespace-pre-line">{clean}</bdi>
    default:
      return <bdi>{clean}</bdi>
  }
}
