import { eq } from 'drizzle-orm'
import { z } from 'zod'
import type { Tx } from '@/lib/db/client'
import { sandboxOpportunities } from '@/lib/db/schema/sandbox'
import { HIDDEN, maskRequestText } from '@/lib/partner/mapping/mask'
import { recordIdSchema } from '@/lib/partner/wire/record-id'
import { listApplications, readApplication } from '../applications'
import { listAttachments } from '../attachments'
import { type Answer, accepted, NOT_FOUND, refused } from '../call'
import type { SandboxServices } from '../endpoints'
import { fullRecordId } from '../record-ids'
import { type ControlSet, control } from './control'

/** The interface does not list the stages, so any text is allowed. */
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

const showQuery = z.object({ reveal: z.string().optional() })

type Showing = {
  tx: Tx
  id: string
  query: z.output<typeof showQuery>
  services: Pick<SandboxServices, 'box'>
  isLocal: boolean
}

/** Masks identities, as the journal does, unless a program on this machine asks to reveal them. */
async function show({ tx, id, query, services, isLocal }: Showing): Promise<Answer> {
  const application = await readApplication(tx, services.box, id)
  if (!application) return refused(404, NOT_FOUND)
  const shown = isLocal && query.reveal === '1' ? application : masked(application)
  return accepted({ ...shown, attachments: await listAttachments(tx, application.id) })
}

/** Also hides routing numbers: with the data beside them they identify a bank account. */
const masked = (application: object): object =>
  JSON.parse(maskRequestText(JSON.stringify(application)), (name, value: unknown) =>
    /routing/i.test(name) && value !== null ? HIDDEN : value,
  )

export const OPPORTUNITY_CONTROLS: readonly ControlSet[] = [
  {
    path: /^\/opportunities$/,
    methods: {
      GET: control({
        query: listQuery,
        run: async ({ tx, query, services }) => accepted(await listApplications(tx, services.box, query)),
      }),
    },
  },
  {
    path: /^\/opportunities\/([A-Za-z0-9]{15,18})$/,
    methods: {
      GET: control({ query: showQuery, run: show }),
      PUT: control({
        body: stageSchema,
        query: showQuery,
        run: async (call) => {
          const { tx, id, body } = call
          await tx
            .update(sandboxOpportunities)
            .set({ stage: body.stage })
            .where(eq(sandboxOpportunities.id, fullRecordId(id)))
          return show(call)
        },
      }),
    },
  },
]
