'use client'

import dynamic from 'next/dynamic'
import type { EditedStepProps } from './section-step'

// Each kind's form comes by itself: a page sends the code of everything that it imports.
const MerchantStep = dynamic(() => import('./merchant-step').then((file) => file.MerchantStep))
const FullMerchantStep = dynamic(() => import('./full-merchant-step').then((file) => file.FullMerchantStep))

/** The merchant's form, of whichever kind the application is. */
export function EitherMerchantStep({
  application,
  email,
  categoryName,
}: EditedStepProps & { categoryName: string | undefined }) {
  return application.kind === 'full' ? (
    <FullMerchantStep application={application} email={email} categoryName={categoryName} />
  ) : (
    <MerchantStep application={application} email={email} categoryName={categoryName} />
  )
}
