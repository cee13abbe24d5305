import type { Metadata, Route } from 'next'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { EditedStepProps } from '@/components/applications/section-step'
import type { FramedApplication } from '@/components/applications/wizard-frame'
import { STEP_LABELS, type StepSlug } from '@/lib/domain/application/steps'
import { pick } from '@/lib/domain/values/pick'
import { routes } from '@/lib/routes'
import { type ApplicationView, loadApplicationStep } from '@/lib/server/applications/loaders'
import { loadPerson } from '@/lib/server/sign-in/loaders'

/**
 * Shared by the pages of the steps. Each step is a page of its own, and not one page with a parameter, because a
 * page sends the code of everything that it could show.
 */
export type StepPageProps = { params: Promise<{ id: string }> }

/** Title and page both need the step, so it is loaded, and marked as visited, once per request. */
const loadOnce = cache(loadApplicationStep)

export async function loadStep({ params }: StepPageProps, step: StepSlug): Promise<ApplicationView> {
  const { id } = await params
  return (await loadOnce(id, step)).application
}

export const stepMetadata =
  (step: StepSlug) =>
  async (props: StepPageProps): Promise<Metadata> => {
    const { number } = await loadStep(props, step)
    return { title: `${STEP_LABELS[step]} · A-${number}` }
  }

const EDITED = [
  'violations',
  'lists',
  'today',
  'lastSaved',
  'stage',
  'mayWrite',
  'origin',
  'adopted',
  'defaultMode',
  'needs',
  'asks',
  'unsent',
] as const

/** The props of an edited step. Only what the browser needs is sent. */
export async function loadEditedStep(props: StepPageProps, step: StepSlug): Promise<EditedStepProps> {
  const application = await loadStep(props, step)
  // People who never edit read the same part on the application's page. If it was locked meanwhile, the form stays
  // with what was typed.
  if (!application.upkeep.mayWrite) redirect(`${routes.application(application.id)}#${step}` as Route)
  const { draft } = application
  const edited = { ...framed(application), ...pick(application, EDITED) }
  return {
    application:
      'pricing' in draft ? { ...edited, kind: 'full', draft } : { ...edited, kind: 'payfac', draft },
    email: (await loadPerson())?.email ?? '',
  }
}

const FRAMED = [
  'id',
  'number',
  'kind',
  'title',
  'status',
  'statusBeforeRevision',
  'isUnchanged',
  'steps',
  'versions',
] as const

export const framed = (application: ApplicationView): FramedApplication => pick(application, FRAMED)
