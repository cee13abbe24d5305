import 'server-only'
import { publicError } from '@/lib/errors'
import { log } from '@/lib/log'
import type { Ctx } from '@/lib/server/services'
import { type ImportInput, type ImportProgress, importApplications } from './import'

/** One line of the answer. Many, because the page shows how far it is. */
export type ImportLine = ImportProgress | { failed: string }

/**
 * The progress of an import as lines of JSON. Throws a refusal before the answer begins. It goes on when the page
 * is left: what was asked for is then there.
 */
export async function answerImport(ctx: Ctx, input: ImportInput): Promise<Response> {
  const steps = importApplications(ctx, input)
  const first = await steps.next()
  let isLeft = false
  const lines = new ReadableStream<Uint8Array>({
    async start(controller) {
      const encoder = new TextEncoder()
      const send = (line: ImportLine) => {
        if (!isLeft) controller.enqueue(encoder.encode(`${JSON.stringify(line)}\n`))
      }
      try {
        if (!first.done) send(first.value)
        for await (const progress of steps) send(progress)
      } catch (error) {
        const { body } = publicError(error, ctx.requestId)
        if (body.code === 'unexpected')
          log.error({ err: error, requestId: ctx.requestId }, 'an import failed')
        send({ failed: body.message })
      }
      if (!isLeft) controller.close()
    },
    cancel() {
      isLeft = true
    },
  })
  return new Response(lines, { headers: { 'content-type': 'application/x-ndjson' } })
}
