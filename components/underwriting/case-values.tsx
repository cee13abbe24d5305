import { shownFields } from '@/components/applications/review-step-values'
import { Panel } from '@/components/ui/panel'
import { type AnySectionName, sectionIn } from '@/lib/domain/application/draft'
import { isSensitive, itemLabel } from '@/lib/domain/application/fields'
import { nameInRow } from '@/lib/domain/application/name-in-row'
import { PRINCIPAL_SHARE_TEXT } from '@/lib/domain/application/principal-share'
import { sectionsOf } from '@/lib/domain/application/section-names'
import type { StepSlug } from '@/lib/domain/application/steps'
import { placeLabel } from '@/lib/domain/underwriting/case-values'
import { placeOfPath } from '@/lib/domain/underwriting/request-items'
import { isSealed } from '@/lib/domain/values/sealed'
import type { CaseView } from '@/lib/server/underwriting/loaders'
import { AskButton } from './ask-button'
import { CaseFields } from './case-fields'
import { AskedBadge, type Marks, marksOf } from './case-marks'
import { isOpenCase } from './case-status'
import { PartnerNames } from './partner-names'
import { RevealAll } from './reveal-value'

/** Everything that the application says, by section, with the findings beside each value. */
export function CaseValues({ view }: { view: CaseView }) {
  const { application } = view
  const marks = marksOf(view)
  return (
    <PartnerNames>
      {view.reveals === 'claim-first' && isOpenCase(view) && (
        <p className="text-sm text-muted">{revealWords(view)}</p>
      )}
      {sectionsOf(application.kind).map((section) => (
        <Section
          key={section}
          view={view}
          section={section}
          title={titleOf(application.steps, section)}
          marks={marks}
        />
      ))}
    </PartnerNames>
  )
}

/** A person who cannot claim the case is not told to. */
const revealWords = ({ mayNotDecide }: CaseView): string =>
  mayNotDecide === null
    ? 'Claim this case to reveal masked values.'
    : 'You cannot claim this case. Its underwriter and the person the application is assigned to can reveal masked values.'

const titleOf = (steps: readonly { slug: StepSlug; label: string }[], section: AnySectionName): string =>
  steps.find(({ slug }) => slug === section)?.label ?? section

function Section({
  view,
  section,
  title,
  marks,
}: {
  view: CaseView
  section: AnySectionName
  title: string
  marks: Marks
}) {
  const { draft } = view.application
  const items = itemsOf(view, section)
  if (items === null) {
    return (
      <Panel title={title}>
        <CaseFields view={view} section={section} path={section} itemId="" marks={marks} />
      </Panel>
    )
  }
  const list = `${section}.items`
  return (
    <Panel
      title={title}
      actions={
        <>
          <AskedBadge item={marks.asked.get(list)} />
          <AskButton place={list} label={title} words="Ask" />
        </>
      }
    >
      <div id={list} tabIndex={-1} className="flex flex-col gap-5 rounded-md">
        {items.length === 0 && <p className="text-sm text-muted">None entered.</p>}
        {items.map(({ id, name }, index) => {
          const path = `${list}.${index}`
          const place = placeOfPath(draft, path)
          return (
            <section key={id} id={path} tabIndex={-1} className="rounded-md">
              <div className="mb-1 flex items-start justify-between gap-3">
                <h3 className="min-w-0 font-semibold break-words">
                  <span className="font-normal text-muted">{itemLabel(section, index)}</span>{' '}
                  <bdi>{nameInRow(name)}</bdi>
                </h3>
                <span className="flex shrink-0 items-center gap-1.5">
                  {view.reveals === 'yes' && (
                    <RevealAll
                      of={{
                        applicationId: view.application.id,
                        section,
                        itemId: id,
                        label: name || itemLabel(section, index),
                      }}
                      fields={sealedFields(view, section, id)}
                    />
                  )}
                  <AskedBadge item={marks.asked.get(path)} />
                  {place && <AskButton place={place} label={placeLabel(draft, path)} words="Ask" />}
                </span>
              </div>
              <CaseFields view={view} section={section} path={path} itemId={id} marks={marks} />
            </section>
          )
        })}
        {section === 'contacts' && draft.contacts.nobodyOwns25 && (
          <p id="contacts.nobodyOwns25" tabIndex={-1} className="text-sm text-muted">
            Onboarding states that no one owns {PRINCIPAL_SHARE_TEXT} or more.
          </p>
        )}
      </div>
    </Panel>
  )
}

/** The names of an item's sensitive fields that have a value. */
export function sealedFields(
  { application: { draft, kind } }: CaseView,
  section: AnySectionName,
  itemId: string,
): { name: string; label: string }[] {
  const data = sectionIn(draft, section)
  const item = 'items' in data ? data.items.find(({ id }) => id === itemId) : undefined
  const values = new Map<string, unknown>(Object.entries(item ?? {}))
  return shownFields(kind, section).flatMap(({ name, meta }) =>
    isSensitive(meta) && isSealed(values.get(name)) ? [{ name, label: meta.label }] : [],
  )
}

/** The items of a list section with their names; null for other sections. */
function itemsOf(
  { application: { draft } }: CaseView,
  section: AnySectionName,
): { id: string; name: string }[] | null {
  switch (section) {
    case 'contacts':
      return draft.contacts.items.map(({ id, firstName, lastName }) => ({
        id,
        name: `${firstName} ${lastName}`.trim(),
      }))
    case 'accounts':
      return draft.accounts.items.map(({ id, bankName, ddaType }) => ({
        id,
        name: [bankName, ddaType].filter(Boolean).join(' · '),
      }))
    case 'pricing':
      return 'pricing' in draft ? draft.pricing.items.map(({ id, name }) => ({ id, name })) : []
    default:
      return null
  }
}
