import 'server-only'
import { requireContext } from '@/lib/server/context'
import { loadJudgedWaiting } from '@/lib/server/funding/loaders'
import { countForPerson } from './counts'
import type { Counts } from './views'

/** For the frame of every page. */
export const loadCounts = async (): Promise<Counts> =>
  countForPerson(await requireContext('account:own'), loadJudgedWaiting)
