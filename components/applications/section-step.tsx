'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { FormProvider, type UseFormReturn } from 'react-hook-form'
import { FindingsProvider } from '@/components/forms/findings'
import { FocusFieldFromHash, FocusFirstField } from '@/components/forms/focus-field'
import { notLoaded } from '@/components/shell/not-loaded'
import { onIntent } from '@/components/shell/on-intent'
import { Button } from '@/components/ui/button'
import { useReady } from '@/components/ui/use-ready'
import type { SectionContext } from '@/lib/domain/application/check'
import type { Choices } from '@/lib/domain/application/differences'
import {
  type AnyDraft,
  type AnySectionName,
  type KindOfDraft,
  type SectionDraft,
  sectionIn,
} from '@/lib/domain/application/draft'
import { type FieldCatalogue, type PersonName, payfacFields } from '@/lib/domain/application/fields'
import { stepOf, stepStates } from '@/lib/domain/application/steps'
import type { Violation } from '@/lib/domain/values/violation'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import type { DraftChanged } from './draft-changed'
import type { DraftSaver, NewerVersion, SaveState } from './draft-saver'
import { wasLeftSaving } from './save-section'
import { SaveStatus } from './save-status'
import { makeSaver, retryAll, saverOf } from './section-savers'
import { remainingFindings, serverFindings } from './server-findings'
import { type CheckSection, useRules } from './use-rules'
import { type LiveSection, useSectionDraft } from './use-section-draft'
import { type FramedApplication, WizardFrame } from './wizard-frame'

/** Most applications were started from scratch with no requests, and load none of it. */
const OriginCallout = dynamic(
  () => import('./origin-callout').then((part) => part.OriginCallout).catch(notLoaded),
  {
    loading: () => null,
  },
)
const AdoptedCallout = dynamic(
  () => import('./adopted-callout').then((part) => part.AdoptedCallout).catch(notLoaded),
  {
    loading: () => null,
  },
)
const LockedCallout = dynamic(
  () => import('./locked-callout').then((part) => part.LockedCallout).catch(notLoaded),
  {
    loading: () => null,
  },
)
const StepProblems = dynamic(
  () => import('./step-problems').then((part) => part.StepProblems).catch(notLoaded),
  { loading: () => null },
)
const StepAsks = dynamic(() => import('./step-asks').then((part) => part.StepAsks).catch(notLoaded), {
  loading: () => null,
})

// Without a loading state, the whole page would disappear while they load.
const ConflictDialog = dynamic(
  () => import('./conflict-dialog').then((file) => file.ConflictDialog).catch(notLoaded),
  {
    loading: () => null,
  },
)
const SignInAgainDialog = dynamic(
  () =>
    import('@/components/shell/sign-in-again-dialog').then((file) => file.SignInAgainDialog).catch(notLoaded),
  { loading: () => null },
)

/** What an edited step needs to know about the application and the reader. */
export type EditedApplication<D extends AnyDraft = AnyDraft> = D extends AnyDraft
  ? FramedApplication & { kind: KindOfDraft<D>; draft: D } & Pick<
        ApplicationView,
        | 'violations'
        | 'lists'
        | 'today'
        | 'lastSaved'
        | 'stage'
        | 'mayWrite'
        | 'origin'
        | 'adopted'
        | 'defaultMode'
        | 'needs'
        | 'asks'
        | 'unsent'
      >
  : never
export type EditedStepProps<D extends AnyDraft = AnyDraft> = {
  application: EditedApplication<D>
  email: string
}

/** The saver of the step's section, and the form's initial value. */
export function useSectionSaver<S extends AnySectionName, T extends SectionDraft<S>>(
  section: S,
  value: T,
  application: EditedApplication,
) {
  return useState(() => {
    const loaded = { applicationId: application.id, section, value, version: application.versions[section] }
    // A section that can no longer be changed is shown as stored, ignoring what this tab still holds.
    const saver = application.mayWrite ? saverOf(loaded) : makeSaver(loaded)
    return { saver, initial: saver.value() }
  })[0]
}

/**
 * An edited step: frame, error summary, form, aside, and the dialogs that a save can need. `children` are the
 * fields; they rerender when their own values change and not with every check.
 */
export function SectionStep<S extends AnySectionName, T extends SectionDraft<S>>({
  section,
  application,
  email,
  saver,
  form,
  fields: catalogue = payfacFields,
  aside,
  children,
}: EditedStepProps & {
  section: S
  saver: DraftSaver<T>
  form: UseFormReturn<T>
  /** The catalogue for a section that differs between the kinds of application. */
  fields?: FieldCatalogue
  aside?: (live: LiveSection<T>, setAt: (path: string, value: unknown) => void) => ReactNode
  children: ReactNode
}) {
  const { kind, lists, today, draft, mayWrite, versions, adopted } = application
  const { ownership } = draft.merchant
  const context = useMemo<SectionContext>(
    () => ({ kind, lists, today, ownership, adopted }),
    [kind, lists, today, ownership, adopted],
  )
  const { rules, load: loadRules } = useRules()
  const { live, setAt, touch, onBlur } = useSectionDraft({
    section,
    form,
    saver,
    context,
    rules,
    loadRules,
    mayWrite,
  })
  const { value } = live
  const state = useSyncExternalStore(saver.subscribe, saver.state, saver.state)
  useNewerPage(application, section, saver)
  const ready = useReady()
  const Changed = useDraftChanged()
  const fields = useRef<HTMLDivElement>(null)
  const [wasFilled] = useState(versions[section] > 0)

  const [first] = useState(() => ({
    loaded: sectionIn(draft, section),
    all: application.violations,
    context,
  }))
  useEffect(() => {
    // The browser may have restored a form that differs from what the server checked.
    if (JSON.stringify(saver.value()) !== JSON.stringify(first.loaded)) loadRules()
  }, [saver, first, loadRules])
  const ofServer = useMemo(() => {
    const { loaded, all } = first
    return serverFindings(section, loaded, all, rules?.(section, loaded, first.context) ?? [])
  }, [section, first, rules])
  const identities = useSyncExternalStore(saver.subscribe, saver.identities, saver.identities)
  const violations = useMemo(() => {
    const found = identities
      ? remainingFindings({ violations: identities.violations, draft: identities.value }, value, catalogue)
      : []
    // The same violation from several sources is shown once.
    const told = new Map(
      [...live.violations, ...remainingFindings(ofServer, value, catalogue), ...found].map((one) => [
        `${one.path} ${one.message}`,
        one,
      ]),
    )
    return [...told.values()]
  }, [live.violations, ofServer, identities, value, catalogue])
  const steps = useMemo(
    () => liveSteps(application, section, value, violations, rules),
    [application, section, value, violations, rules],
  )
  // Wrong values that the page loaded with are shown at once; missing ones are not.
  const [wrongAtFirst] = useState(() => violations.filter(({ code }) => code !== 'required'))
  useEffect(() => {
    for (const { path } of wrongAtFirst) touch(path)
  }, [touch, wrongAtFirst])

  const asksHere = application.asks.filter(({ path }) => path !== null && stepOf(path) === section)
  useTickAfterSaves(asksHere, state.kind)

  const waitsForPerson = state.kind === 'stale' || state.kind === 'signed-out'
  const [postponed, setPostponed] = useState(false)
  const asks = waitsForPerson && !postponed
  const beforeLeaving = () => {
    setPostponed(false)
    return saver.flush()
  }

  async function decide(base: T, newer: NewerVersion<T>, choices: Choices) {
    const { mergeSection } = await import('@/lib/domain/application/differences')
    form.reset(mergeSection(section, base, saver.savedValue(), newer.theirs, choices), {
      keepTouched: true,
    })
    await saver.resolve(newer)
  }

  return (
    <WizardFrame
      application={{
        ...application,
        title: titleOf(value) ?? application.title,
        // Anything typed or saved since the page was loaded may be a change, or undo one. The next page knows.
        isUnchanged: application.isUnchanged && state.kind === 'saved' && saver.version <= versions[section],
      }}
      step={section}
      steps={steps}
      saveStatus={
        mayWrite && (
          <div className="flex items-center gap-3">
            <SaveStatus state={state} lastSaved={application.lastSaved?.at ?? null} />
            {waitsForPerson && postponed && (
              <Button size="small" onClick={() => setPostponed(false)}>
                {state.kind === 'stale' ? 'Compare' : 'Sign in'}
              </Button>
            )}
          </div>
        )
      }
      beforeLeaving={mayWrite ? beforeLeaving : undefined}
      fields={mayWrite ? fields : undefined}
    >
      {mayWrite && Changed && <Changed application={application} />}
      {!mayWrite && <LockedCallout application={application} />}
      {section === 'merchant' && application.origin && (
        <div className="mb-5">
          <OriginCallout origin={application.origin} />
        </div>
      )}
      {mayWrite && adopted && (
        <div className="mb-5">
          <AdoptedCallout
            applicationId={application.id}
            section={section}
            items={section === 'contacts' || section === 'accounts' ? itemsIn(value) : []}
            people={contactsIn(value)}
            recordIds={adopted.recordIds}
          />
        </div>
      )}
      {asksHere.length > 0 && (
        <div className="mb-5">
          <StepAsks
            applicationId={application.id}
            asks={asksHere}
            unsent={application.unsent}
            mayAnswer={mayWrite}
          />
        </div>
      )}
      {mayWrite && wasFilled && violations.length > 0 && (
        <StepProblems violations={violations} fields={catalogue} people={contactsIn(value)} />
      )}
      <FormProvider {...form}>
        <FindingsProvider violations={violations} prefix={section}>
          <form
            aria-label={steps.find(({ slug }) => slug === section)?.label}
            onBlur={onBlur}
            onSubmit={(event) => event.preventDefault()}
            noValidate
          >
            <fieldset disabled={!ready || !mayWrite} className="min-w-0">
              {aside ? (
                <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_18rem] xl:items-start">
                  <div className="xl:sticky xl:top-[calc(var(--top-bar)+1.25rem)] xl:col-start-2 xl:row-start-1">
                    {aside(live, setAt)}
                  </div>
                  <div ref={fields} className="min-w-0 xl:col-start-1 xl:row-start-1">
                    {children}
                  </div>
                </div>
              ) : (
                <div ref={fields}>{children}</div>
              )}
            </fieldset>
          </form>
          {ready && <FocusFieldFromHash />}
          {mayWrite && <FocusFirstField within={fields} />}
        </FindingsProvider>
      </FormProvider>
      {asks && state.kind === 'stale' && (
        <ConflictDialog
          section={section}
          base={state.base}
          mine={saver.savedValue()}
          newer={state.newer}
          taken={state.taken}
          onDecided={(choices) => void decide(state.base, state.newer, choices)}
          onPostponed={() => setPostponed(true)}
        />
      )}
      {asks && state.kind === 'signed-out' && (
        <SignInAgainDialog email={email} onSignedIn={retryAll} onPostponed={() => setPostponed(true)} />
      )}
    </WizardFrame>
  )
}

/** Loaded on the first interaction: until then, nothing typed can be in conflict. */
function useDraftChanged() {
  const [part, setPart] = useState<{ DraftChanged: typeof DraftChanged } | null>(null)
  useEffect(() => onIntent(() => void import('./draft-changed').then(setPart, () => undefined)), [])
  return part?.DraftChanged
}

const itemsIn = (value: SectionDraft): readonly { id: string }[] => ('items' in value ? value.items : [])
const contactsIn = (value: SectionDraft): readonly PersonName[] =>
  'nobodyOwns25' in value ? value.items : []

/** Only the server knows whether a change answers a request, so the page refreshes after a save. */
function useTickAfterSaves(asks: EditedApplication['asks'], kind: SaveState<unknown>['kind']) {
  const router = useRouter()
  const before = useRef(kind)
  const isAsked = asks.length > 0
  useEffect(() => {
    if (before.current !== 'saved' && kind === 'saved' && isAsked) router.refresh()
    before.current = kind
  }, [kind, isAsked, router])
}

/**
 * Passes newer data of the page to the form. A page that was loaded while the previous one was saving refreshes
 * once more, because its data may be older than that save.
 */
function useNewerPage<S extends AnySectionName, T extends SectionDraft<S>>(
  { id, draft, versions, mayWrite }: EditedApplication,
  section: S,
  saver: DraftSaver<T>,
) {
  const router = useRouter()
  const version = versions[section]
  useEffect(() => {
    // TypeScript cannot follow the section through the two kinds.
    if (mayWrite) void saver.adopt(sectionIn(draft, section) as T, version)
  }, [draft, mayWrite, saver, section, version])
  useEffect(() => {
    if (!wasLeftSaving(id, section)) return
    const timers = READ_AGAIN_MS.map((delayMs) => setTimeout(() => router.refresh(), delayMs))
    return () => timers.forEach(clearTimeout)
  }, [id, router, section])
}

/** A save takes a moment, and longer on a slow connection. */
const READ_AGAIN_MS: readonly number[] = [600, 2_500]

/** The application's title as the server derives it from the merchant section; null for other sections. */
const titleOf = (value: SectionDraft): string | null =>
  'dbaName' in value ? value.dbaName.trim() || value.legalName.trim() || null : null

/** The step list as it would be if the current values were saved. The ownership affects the contacts' step, too. */
function liveSteps(
  application: EditedApplication,
  section: AnySectionName,
  value: SectionDraft,
  violations: readonly Violation[],
  rules: CheckSection | null,
) {
  const { kind, draft, lists, today, adopted, needs } = application
  const ownership = 'ownership' in value ? value.ownership : draft.merchant.ownership
  const contacts =
    rules && section === 'merchant' && ownership !== draft.merchant.ownership
      ? rules('contacts', draft.contacts, { kind, lists, today, ownership, adopted })
      : null
  const others = application.violations.filter(
    ({ path }) => stepOf(path) !== section && !(contacts && stepOf(path) === 'contacts'),
  )
  const visited = new Set(
    application.steps.filter(({ state }) => state !== 'not-visited').map(({ slug }) => slug),
  )
  return stepStates(kind, [...others, ...(contacts ?? []), ...violations], visited, needs)
}
