import { importSchema } from '@/lib/server/applications/import'
import { answerImport } from '@/lib/server/applications/import-answer'
import { answerRoute, parseSent, readJson } from '@/lib/server/route'

/** A 5 MB file, in which quotation marks and line breaks take two characters each in JSON. */
const MAX_BYTES = 12 * 1024 * 1024

export const POST = (request: Request) =>
  answerRoute(request, 'applications:write', async (ctx) =>
    answerImport(ctx, parseSent(importSchema, await readJson(request, MAX_BYTES))),
  )
