'use client'

import dynamic from 'next/dynamic'
import type { EditedStepProps } from './section-step'

// Each kind's form comes by itself: a page sends the code of everything that it imports.
const OptionsStep = dynamic(() => import('./options-step').then((file) => file.OptionsStep))
const FullOptionsStep = dynamic(() => import('./full-options-step').then((file) => file.FullOptionsStep))

/** The form of the options, of whichever kind the application is. */
export function EitherOptionsStep({ application, email }: EditedStepProps) {
  return application.kind === 'full' ? (
    <FullOptionsStep application={application} email={email} />
  ) : (
    <OptionsStep application={application} email={email} />
  )
}
