import type { PublicError } from '@/lib/errors'
import { routes } from '@/lib/routes'
import type { EarlierImport, ImportInput, ImportProgress } from '@/lib/server/applications/import'
import type { ImportLine } from '@/lib/server/applications/import-answer'
import type { ExistingMerchants } from '@/lib/server/applications/import-existing'

export const UNREACHABLE = 'The desk did not answer.'

const post = (address: string, body: unknown, signal?: AbortSignal) =>
  fetch(address, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
    signal,
  })

/** Whether the same file was imported before. If the server cannot tell, throws an error with the text to show. */
export async function askEarlierImport(text: string, signal: AbortSignal): Promise<EarlierImport | null> {
  const response = await post(routes.api.earlierImport, { text }, signal)
  const answer: { earlier: EarlierImport | null } | PublicError = await response.json()
  if ('earlier' in answer) return answer.earlier
  throw new Error(answer.message)
}

/** The rows whose tax ID other applications have. */
export async function askExistingMerchants(
  input: Pick<ImportInput, 'kind' | 'text' | 'places' | 'corrections'>,
  signal: AbortSignal,
): Promise<ExistingMerchants> {
  const response = await post(routes.api.importExisting, input, signal)
  const answer: ExistingMerchants | PublicError = await response.json()
  if ('existing' in answer) return answer
  throw new Error(answer.message)
}

/** Runs an import to its end and reports each step. Returns the text of a failure, or null. Never throws. */
export async function runImport(
  input: ImportInput,
  onProgress: (progress: ImportProgress) => void,
): Promise<string | null> {
  try {
    const response = await post(routes.api.imports, input)
    if (!response.ok || !response.body) {
      const { message }: PublicError = await response.json()
      return message
    }
    let isWhole = false
    for await (const line of linesOf(response.body)) {
      const step: ImportLine = JSON.parse(line)
      if ('failed' in step) return step.failed
      isWhole = step.done === step.total
      onProgress(step)
    }
    return isWhole ? null : UNREACHABLE
  } catch {
    return UNREACHABLE
  }
}

async function* linesOf(body: NonNullable<Response['body']>): AsyncGenerator<string> {
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let rest = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return
    const lines = (rest + value).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
