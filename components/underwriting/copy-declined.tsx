'use client'

import dynamic from 'next/dynamic'
import { notLoaded } from '@/components/shell/not-loaded'

/** Starts a new application from one that is closed. Only cases that were declined need it, so it is no part of the page's script. */
export const CopyDeclined = dynamic(
  () => import('@/components/applications/start-from').then((file) => file.StartFrom).catch(notLoaded),
  { loading: () => null },
)
