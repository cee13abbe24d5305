'use client'

import dynamic from 'next/dynamic'

/** Loaded separately: a batch that was never sent has no results. */
export const MerchantResults = dynamic(() => import('./merchant-results-table'))
