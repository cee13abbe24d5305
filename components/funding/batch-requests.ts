import type { AmountStyle } from '@/lib/domain/funding/amount'
import type { PublicError } from '@/lib/errors'
import { routes } from '@/lib/routes'
import type { NewBatch } from '@/lib/server/funding/create-batch'
import type {
  BatchLines,
  BatchProgress,
  CreateBatchResult,
  SaveLinesResult,
} from '@/lib/server/funding/views'
import type { CheckedBatch } from './batch-messages'
import type { LineEdits } from './line-edits'
import type { Provided } from './use-batch-file'

export const MAX_BATCH_NAME = 120

export type Failure = { message: string; signedOut: boolean }
export type Answer<T> = { data: T; failure: null } | { data: null; failure: Failure }

const UNREACHABLE: Failure = {
  message: 'The desk did not answer. What you typed is still here.',
  signedOut: false,
}

export const fetchLines = (batchId: string): Promise<Answer<BatchLines>> =>
  ask(routes.api.fundingLines(batchId))

export const fetchProgress = (batchId: string): Promise<Answer<BatchProgress>> =>
  ask(routes.api.fundingProgress(batchId))

/** A draft's own fields, besides its lines. */
export type BatchHeader = { name: string; profileId: string }

/** Browsers limit all keepalive requests together to 64 KiB. */
const MAX_KEPT_ALIVE = 48 * 1024

/**
 * Returns the saved state, or that someone else was first. `isLeaving`: the page may be gone before the answer
 * arrives.
 */
export const saveLines = (
  batchId: string,
  version: number,
  { changed, removed, added }: LineEdits,
  header?: BatchHeader,
  isLeaving = false,
): Promise<Answer<SaveLinesResult>> => {
  const body = JSON.stringify({
    version,
    header,
    changed: [...changed].map(([row, cells]) => ({ ...cells, row })),
    removed: [...removed],
    added: added.map(({ row, isBack, ...line }) => (isBack ? { row, ...line } : line)),
  })
  return ask(routes.api.fundingLines(batchId), {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body,
    keepalive: isLeaving && new Blob([body]).size <= MAX_KEPT_ALIVE,
  })
}

export type CreateProblem =
  | Exclude<CreateBatchResult, { ok: true }>
  | { reason: 'failed'; message: string; signedOut: boolean }

/** A batch is created only once it is decided what its amounts mean. */
export type AnsweredBatch = CheckedBatch & { amountStyle: AmountStyle }

export type CreateInput = {
  batchId: string
  profileId: string
  name: string
  again: boolean
  /** How it was read; null for an empty batch. */
  choice: AnsweredBatch | null
}

/** Creates a batch from the unchanged input; null once it exists. Safe to repeat. */
export async function createBatch(
  provided: Provided | null,
  { choice, name, ...input }: CreateInput,
): Promise<CreateProblem | null> {
  const file = provided && 'file' in provided ? provided.file : null
  const batch: NewBatch = {
    ...input,
    name: name || nameOf(file) || (provided ? 'Pasted cells' : 'Typed by hand'),
    amountStyle: choice?.amountStyle ?? 'dollars',
    source: choice?.source ?? 'grid',
    fileName: file?.name ?? null,
  }
  const { data, failure } = await ask<CreateBatchResult>(
    routes.api.fundingBatches,
    choice && provided
      ? {
          method: 'POST',
          headers: {
            'content-type': 'application/octet-stream',
            'x-batch': encodeURIComponent(
              JSON.stringify({
                ...batch,
                mapping: choice.mapping,
                hasHeader: choice.hasHeader,
                sheet: choice.sheet,
              }),
            ),
          },
          body: 'file' in provided ? provided.file : provided.pasted,
        }
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ batch, lines: [] }),
        },
  )
  if (failure) return { reason: 'failed', ...failure }
  return data.ok ? null : data
}

/** The file's name without its extension. */
const nameOf = (file: File | null): string =>
  file?.name
    .replace(/\.[^.]{1,5}$/, '')
    .trim()
    .slice(0, MAX_BATCH_NAME) ?? ''

/** The desk's answer, or why there is none. A refusal is an answer, too. Never throws. */
async function ask<T>(address: string, init?: RequestInit): Promise<Answer<T>> {
  try {
    const response = await fetch(address, init)
    const body: T | PublicError = await response.json()
    if (isError(body)) {
      return { data: null, failure: { message: body.message, signedOut: response.status === 401 } }
    }
    return { data: body, failure: null }
  } catch {
    return { data: null, failure: UNREACHABLE }
  }
}

const isError = (body: unknown): body is PublicError =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body
