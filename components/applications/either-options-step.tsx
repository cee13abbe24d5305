'use client'

import dynamic from 'next/dynamic'
import type { EditedStepProps } from './section-step'

// Loaded separately: a page gets the code of everything that it imports.
const OptionsStep = dynamic(() => import('./options-step').then((file) => file.OptionsStep))
const FullOptionsStep = dynamic(() => import('./full-options-step').then((file) => file.FullOptionsStep))

/** The options form of either kind of application. */
export function EitherOptionsStep({ application, email }: EditedStepProps) {
  return application.kind === 'full' ? (
    <FullOptionsStep application={application} email={email} />
  ) : (
    <OptionsStep application={application} email={email} />
  )
}
