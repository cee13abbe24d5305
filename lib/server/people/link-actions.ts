'use server'

import { acceptLinkInput, readLinkInput, renewPasswordInput } from '@/lib/domain/access/inputs'
import { openAction } from '@/lib/server/action'
import { acceptLink, readLink } from './accept'

/** For people who are not signed in yet: the token authorizes them. */

export const readLinkAction = openAction()
  .inputSchema(readLinkInput)
  .action(({ parsedInput, ctx }) => readLink(ctx, parsedInput))

export const acceptLinkAction = openAction()
  .inputSchema(acceptLinkInput)
  .action(({ parsedInput, ctx }) => acceptLink(ctx, parsedInput))

export const renewPasswordAction = openAction()
  .inputSchema(renewPasswordInput)
  .action(({ parsedInput, ctx }) => acceptLink(ctx, parsedInput))
