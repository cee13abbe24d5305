'use client'

import dynamic from 'next/dynamic'

/** What was never sent has no results: its page does without their code. */
export const MerchantResults = dynamic(() => import('./merchant-results-table'))
