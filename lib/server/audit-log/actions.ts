'use server'

import { revalidatePath } from 'next/cache'
import { z } from 'zod'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { requireDesk } from '@/lib/server/running-desk'

export const verifyAuditAction = deskAction('audit:read')
  .inputSchema(z.object({}))
  .action(async ({ ctx }) => {
    const found = await requireDesk().audit.verify({ actorId: ctx.actor.id, requestId: ctx.requestId })
    revalidatePath(routes.audit)
    return { fault: found.fault, seq: found.seq }
  })
