'use client'

import dynamic from 'next/dynamic'
import type { EditedStepProps } from './section-step'

// Loaded separately: a page gets the code of everything that it imports.
const MerchantStep = dynamic(() => import('./merchant-step').then((file) => file.MerchantStep))
const FullMerchantStep = dynamic(() => import('./full-merchant-step').then((file) => file.FullMerchantStep))

/** The merchant form of either kind of application. */
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
