import 'server-only'
import { forbidden, redirect } from 'next/navigation'
import type { Permission } from '@/lib/domain/access/permissions'
import { DeskError } from '@/lib/errors'
import { routes } from '@/lib/routes'
import { requireContext } from './context'
import type { Ctx } from './services'

/** The context of a page; no one signed in goes to the sign-in page and comes back afterwards. */
export async function loadContext(permission: Permission, here: string): Promise<Ctx> {
  try {
    return await requireContext(permission)
  } catch (error) {
    if (error instanceof DeskError && error.code === 'signed-out')
      redirect(`${routes.signIn}?next=${encodeURIComponent(here)}` as typeof routes.signIn)
    if (error instanceof DeskError && error.code === 'forbidden') forbidden()
    throw error
  }
}
