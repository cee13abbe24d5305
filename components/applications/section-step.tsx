'use client'

import dynamic from 'next/dynamic'
import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { FormProvider, type UseFormReturn } from 'react-hook-form'
import { FindingsProvider } from '@/components/forms/findings'
import { FocusFieldFromHash } from '@/components/forms/focus-field'
import { Callout } from '@/components/ui/callout'
import { checkSection, type SectionWorld } from '@/lib/domain/application/check'
import type { Draft, SectionName } from '@/lib/domain/application/sections'
import { STATUS_TEXTS } from '@/lib/domain/application/status'
import { stepOf, stepStates } from '@/lib/domain/application/steps'
import type { Violation } from '@/lib/domain/values/violation'
import type { ApplicationView } from '@/lib/server/applications/loaders'
import type { DraftSaver } from './draft-saver'
import { SaveStatus } from './save-status'
import { retryAll, saverOf } from './section-savers'
import { refusalsThatStand } from './standing-refusals'
import { StepProblems } from './step-problems'
import { type LiveSection, useReady, useSectionDraft } from './use-section-draft'
import { type FramedApplication, WizardFrame } from './wizard-frame'

const ConflictDialog = dynamic(() => import('./conflict-dialog').then((file) => file.ConflictDialog))
const SignInAgainDialog = dynamic(() =>
  import('./sign-in-again-dialog').then((file) => file.SignInAgainDialog),
)

/** What a step that is edited needs of the application and of the person in front of it. */
export type EditedApplication = FramedApplication &
  Pick<
    ApplicationView,
    'draft' | 'versions' | 'violations' | 'lists' | 'today' | 'lastSaved' | 'editable' | 'mayWrite'
  >
export type EditedStepProps = { application: EditedApplication; email: string }

/** The saver of the step's section, and the value that its form starts from. */
export function useSectionSaver<S extends SectionName>(section: S, application: EditedApplication) {
  return useState(() => {
    const saver = saverOf({
      applicationId: application.id,
      section,
      value: application.draft[section],
      version: application.versions[section],
    })
    return { saver, initial: saver.value() }
  })[0]
}

/**
 * One edited step: frame, summary, form, what stands beside the form, and the dialogs that a save can
 * need. `children` are the fields; they render when their own values change, and not with every check.
 */
export function SectionStep<S extends SectionName>({
  section,
  application,
  email,
  saver,
  form,
  aside,
  children,
}: EditedStepProps & {
  section: S
  saver: DraftSaver<Draft[S]>
  form: UseFormReturn<Draft[S]>
  aside?: (live: LiveSection<S>, setAt: (path: string, value: unknown) => void) => ReactNode
  children: ReactNode
}) {
  const { lists, today, draft, mayWrite, versions } = application
  const { ownership } = draft.merchant
  const world = useMemo<SectionWorld>(() => ({ lists, today, ownership }), [lists, today, ownership])
  const { live, setAt, onBlur } = useSectionDraft({ section, form, saver, world, mayWrite })
  const state = useSyncExternalStore(saver.subscribe, saver.state, saver.state)
  const ready = useReady()

  const [loaded] = useState(() => ({ violations: application.violations, draft: draft[section] }))
  const violations = useMemo(
    () => [...live.violations, ...refusalsThatStand(section, loaded, live.value)],
    [live, loaded, section],
  )
  const steps = useMemo(
    () => liveSteps(application, section, live.value, violations),
    [application, section, live.value, violations],
  )
  useRefreshWhenBehind(saver.version, versions[section])
  useEffect(() => {
    // What was wrong when the page came, and not merely missing, is said at once.
    for (const { path, code } of violations) {
      if (code !== 'required') touch(form, path.slice(section.length + 1))
    }
    // Only of what the page came with.
    // biome-ignore lint/correctness/useExhaustiveDependencies: once
  }, [])

  return (
    <WizardFrame
      application={application}
      step={section}
      steps={steps}
      saveStatus={mayWrite && <SaveStatus state={state} lastSaved={application.lastSaved?.at ?? null} />}
      beforeLeaving={mayWrite ? () => saver.flush() : undefined}
    >
      {!mayWrite && <Locked application={application} />}
      {mayWrite && versions[section] > 0 && <StepProblems violations={violations} />}
      <FormProvider {...form}>
        <FindingsProvider violations={violations} prefix={section}>
          <form onBlur={onBlur} onSubmit={(event) => event.preventDefault()} noValidate>
            <fieldset disabled={!ready || !mayWrite} className="min-w-0">
              {aside ? (
                <div className="grid gap-5 xl:grid-cols-[minmax(0,1fr)_18rem] xl:items-start">
                  <div className="xl:sticky xl:top-[calc(var(--top-bar)+1.25rem)] xl:col-start-2 xl:row-start-1">
                    {aside(live, setAt)}
                  </div>
                  <div className="min-w-0 xl:col-start-1 xl:row-start-1">{children}</div>
                </div>
              ) : (
                children
              )}
            </fieldset>
          </form>
          {ready && <FocusFieldFromHash />}
        </FindingsProvider>
      </FormProvider>
      {state.kind === 'stale' && (
        <ConflictDialog
          section={section}
          base={state.base}
          mine={live.value}
          newer={state.newer}
          onDecided={(merged) => {
            form.reset(merged, { keepTouched: true })
            void saver.resolve(state.newer)
          }}
        />
      )}
      {state.kind === 'signed-out' && <SignInAgainDialog email={email} onSignedIn={retryAll} />}
    </WizardFrame>
  )
}

/** The step list as it would be if the present values were saved. The ownership also judges the contacts. */
function liveSteps<S extends SectionName>(
  application: EditedApplication,
  section: S,
  value: Draft[S],
  violations: readonly Violation[],
) {
  const { draft, lists, today } = application
  const ownership = 'ownership' in value ? value.ownership : draft.merchant.ownership
  const contacts =
    section === 'merchant' && ownership !== draft.merchant.ownership
      ? checkSection('contacts', draft.contacts, { lists, today, ownership }).violations
      : null
  const others = application.violations.filter(
    ({ path }) => stepOf(path) !== section && !(contacts && stepOf(path) === 'contacts'),
  )
  const looked = new Set(
    application.steps.filter(({ state }) => state !== 'not-looked-at').map(({ slug }) => slug),
  )
  return stepStates([...others, ...(contacts ?? []), ...violations], looked)
}

/** The browser's "back" shows a page as it was loaded: where a save of this tab is newer, it is read again. */
function useRefreshWhenBehind(savedVersion: number, loadedVersion: number) {
  const router = useRouter()
  const [isBehind] = useState(savedVersion > loadedVersion)
  useEffect(() => {
    if (isBehind) router.refresh()
  }, [isBehind, router])
}

function touch<S extends SectionName>(form: UseFormReturn<Draft[S]>, name: string) {
  const { name: field } = form.register(name as Parameters<typeof form.register>[0])
  form.setValue(field, form.getValues(field), { shouldTouch: true })
}

function Locked({ application: { editable, status } }: { application: EditedApplication }) {
  return (
    <div className="mb-5">
      {editable ? (
        <Callout title="You can read this application, and not change it">
          Your roles do not include editing applications. An administrator can change them.
        </Callout>
      ) : (
        <Callout title={`${STATUS_TEXTS[status].label}: its values can no longer be changed here`}>
          {STATUS_TEXTS[status].meaning}
        </Callout>
      )}
    </div>
  )
}
