import { shownFields, valueNode } from '@/components/applications/review-step-values'
import { Findings } from '@/components/forms/field-frame'
import { type AnySectionName, sectionIn } from '@/lib/domain/application/draft'
import { type Field, isSensitive } from '@/lib/domain/application/fields'
import { placeLabel } from '@/lib/domain/underwriting/case-values'
import { placeOfPath } from '@/lib/domain/underwriting/request-items'
import { isSealed } from '@/lib/domain/values/sealed'
import type { CaseView } from '@/lib/server/underwriting/loaders'
import { AskButton } from './ask-button'
import { AskedBadge, type Marks } from './case-marks'
import { RevealValue } from './reveal-value'

type FieldsProps = {
  view: CaseView
  section: AnySectionName
  /** The path of the section, or of one of its items. */
  path: string
  /** Empty outside lists. */
  itemId: string
  marks: Marks
}

/** The fields of a section or item. Blank optional fields without findings are folded away. */
export function CaseFields(props: FieldsProps) {
  const { view, section, path, itemId, marks } = props
  const values = new Map<string, unknown>(Object.entries(recordAt(view, section, itemId)))
  const fields = shownFields(view.application.kind, section)
  const isShown = (field: Field) =>
    field.meta.required ||
    marks.named.has(`${path}.${field.name}`) ||
    valueNode(field, values.get(field.name)) !== null
  const blank = fields.filter((field) => !isShown(field))
  const row = (field: Field) => (
    <FieldRow key={field.name} {...props} field={field} value={values.get(field.name)} />
  )
  return (
    <>
      <dl>{fields.filter(isShown).map(row)}</dl>
      {blank.length > 0 && (
        <details className="mt-2">
          <summary className="inline-block rounded-sm py-1 text-sm text-muted underline decoration-dotted underline-offset-2 hover:text-ink">
            {blank.length} blank
          </summary>
          <dl>{blank.map(row)}</dl>
        </details>
      )}
    </>
  )
}

function recordAt({ application: { draft } }: CaseView, section: AnySectionName, itemId: string): object {
  const data = sectionIn(draft, section)
  return 'items' in data ? (data.items.find(({ id }) => id === itemId) ?? {}) : data
}

function FieldRow({
  view,
  section,
  path: parent,
  itemId,
  marks,
  field,
  value,
}: FieldsProps & { field: Field; value: unknown }) {
  const { application, reveals } = view
  const { meta, name } = field
  const path = `${parent}.${name}`
  const place = placeOfPath(application.draft, path)
  const label = placeLabel(application.draft, path)
  const found = application.violations.filter((violation) => violation.path === path)
  return (
    <div
      id={path}
      tabIndex={-1}
      className="grid gap-x-4 border-b border-line py-1 last:border-b-0 target:bg-accent-soft sm:grid-cols-[minmax(8rem,2fr)_3fr]"
    >
      <dt className="py-0.5 text-sm text-muted">
        <span title={meta.partnerName}>{meta.label}</span>
        {meta.partnerName && (
          <code className="hidden font-mono text-2xs break-all text-faint group-data-partner-names/names:block">
            {meta.partnerName}
          </code>
        )}
      </dt>
      <dd className="min-w-0 text-base break-words">
        <div className="flex items-start justify-between gap-2">
          <div className="min-w-0 py-0.5">
            {isSealed(value) && isSensitive(meta) ? (
              <RevealValue
                at={{ applicationId: application.id, section, itemId, field: name, label }}
                mask={value.mask}
                mayReveal={reveals === 'yes'}
              />
            ) : (
              (valueNode(field, value) ?? <Blank />)
            )}
          </div>
          <span className="flex shrink-0 items-center gap-1.5">
            <AskedBadge item={marks.asked.get(path)} />
            {place && <AskButton place={place} label={label} />}
          </span>
        </div>
        <Findings path={path} findings={found} />
      </dd>
    </div>
  )
}

function Blank() {
  return (
    <span className="text-faint">
      <span aria-hidden="true">–</span>
      <span className="sr-only">not given</span>
    </span>
  )
}
