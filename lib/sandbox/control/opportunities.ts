import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { sandboxOpportunities } from '@/lib/db/schema/sandbox'
import { recordIdSchema } from '@/lib/partner/wire/record-id'
import { listApplications, readApplication } from '../applications'
import { listAttachments } from '../attachments'
import { type Answer, accepted, NOT_FOUND, refused } from '../call'
import { fullRecordId } from '../record-ids'
import { type ControlSet, control } from './control'

/** The interface does not show the list of stages, so any text may be one. */
const stageSchema = z.strictObject({
  stage: z
    .string()
    .min(1)
    .max(255)
    .refine((stage) => !stage.includes('\0'), { error: 'may not hold a NUL character' }),
})

const listQuery = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50),
  before: recordIdSchema.transform(fullRecordId).optional(),
})

async function show(tx: Tx, id: string): Promise<Answer> {
  const application = await readApplication(tx, id)
  if (!application) return refused(404, NOT_FOUND)
  return accepted({ ...application, attachments: await listAttachments(tx, application.id) })
}

export const OPPORTUNITY_CONTROLS: readonly ControlSet[] = [
  {
    path: /^\/opportunities$/,
    methods: {
      GET: control({
        query: listQuery,
        run: async ({ tx, query }) => accepted(await listApplications(tx, query)),
      }),
    },
  },
  {
    path: /^\/opportunities\/([A-Za-z0-9]{15,18})$/,
    methods: {
      GET: control({ run: ({ tx, id }) => show(tx, id) }),
      PUT: control({
        body: stageSchema,
        run: async ({ tx, id, body }) => {
          await tx
            .update(sandboxOpportunities)
            .set({ stage: body.stage })
            .where(eq(sandboxOpportunities.id, fullRecordId(id)))
          return show(tx, id)
        },
      }),
    },
  },
]
