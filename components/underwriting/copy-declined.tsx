'use client'

import dynamic from 'next/dynamic'
import { notLoaded } from '@/components/shell/not-loaded'

/** Starts a new application from a closed one. Loaded separately, because only declined cases need it. */
export const CopyDeclined = dynamic(
  () => import('@/components/applications/start-from').then((file) => file.StartFrom).catch(notLoaded),
  { loading: () => null },
)
