import 'server-only'
import { headers } from 'next/headers'
import { createSafeActionClient } from 'next-safe-action'
import type { Permission } from '@/lib/domain/access/permissions'
import { DeskError, publicError } from '@/lib/errors'
import { log } from '@/lib/log'
import { currentRequestId, requireContext } from './context'
import { isOwnOrigin } from './route'

const client = createSafeActionClient({
  // What the page gets: the words of an expected error, a request id and nothing else of any other.
  async handleServerError(error) {
    const requestId = await currentRequestId()
    const { body } = publicError(error, requestId)
    if (body.code === 'unexpected') log.error({ err: error, requestId }, 'an action failed')
    return body
  },
})

/**
 * The start of every server action: own origin, then session, then permission, then the input's schema.
 * Actions can be called by anyone who can name them, so nothing here may be left to the page.
 */
export const deskAction = (permission: Permission) =>
  client.use(async ({ next }) => {
    if (!isOwnOrigin(await headers())) throw new DeskError('forbidden')
    return next({ ctx: await requireContext(permission) })
  })
