import { routes } from '@/lib/routes'
import type { UnfinishedUpload } from '@/lib/server/documents/unfinished'
import { sha256Of } from './file-content'
import type { NewFiling } from './guess-category'

/** The browser's requests about uploads, other than sending their bytes. */

const PROTOCOL = { 'tus-resumable': '1.0.0' }

/** The desk refused or failed; `message` is shown to people. */
export class UploadRefusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export const uploadAddress = (uploadId: string): string => `${routes.api.uploads}/${uploadId}`

/** Registers a file before any of it is sent, so that any page can continue it. Returns the upload ID. */
export async function beginUpload(
  applicationId: string,
  file: File,
  { category, slot, replaces }: NewFiling,
): Promise<string> {
  const about = {
    application: applicationId,
    name: file.name,
    category,
    ...(slot !== null && { slot }),
    ...(replaces && { replaces }),
    modified: String(file.lastModified),
  }
  const response = await fetch(routes.api.uploads, {
    method: 'POST',
    headers: {
      ...PROTOCOL,
      'upload-length': String(file.size),
      'upload-metadata': Object.entries(about)
        .map(([key, text]) => `${key} ${base64(text)}`)
        .join(','),
    },
  })
  const words = await response.text()
  const uploadId = response.headers.get('location')?.split('/').at(-1)
  if (!response.ok || !uploadId) throw new UploadRefusal(response.status, words)
  return uploadId
}

const base64 = (text: string): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text.toWellFormed())))

/** Deletes an upload. Succeeds if it is already gone. */
export async function endUpload(uploadId: string): Promise<void> {
  const response = await fetch(uploadAddress(uploadId), { method: 'DELETE', headers: PROTOCOL })
  if (!response.ok && response.status !== 404) throw new UploadRefusal(response.status, await response.text())
}

/** This person's unfinished uploads here, from any browser. */
export async function fetchUnfinished(applicationId: string): Promise<UnfinishedUpload[]> {
  const response = await fetch(routes.api.unfinishedUploads(applicationId))
  if (!response.ok) throw new UploadRefusal(response.status, 'The desk did not say what was interrupted.')
  return response.json()
}

/**
 * Whether this is the file of an unfinished upload: the same size, and the same beginning as the bytes that
 * arrived. If the browser cannot compare contents, name and modification time decide. Rejects if the file cannot be
 * read.
 */
export async function isSameFile(
  applicationId: string,
  upload: UnfinishedUpload,
  file: File,
): Promise<boolean> {
  if (file.size !== upload.sizeBytes) return false
  const alike = file.name === upload.name && file.lastModified === upload.modifiedMs
  const response = await fetch(routes.api.unfinishedUpload(applicationId, upload.id)).catch(() => null)
  if (!response?.ok) return false
  const came: { receivedBytes: number; sha256: string } = await response.json()
  const own = await sha256Of(file.slice(0, came.receivedBytes))
  if (own === null) return alike
  return own === came.sha256 && (came.receivedBytes > 0 || file.name === upload.name)
}

const REGISTER_MS = 120_000

/** Turns a complete upload into a document. Safe to repeat after a lost answer. */
export async function registerUpload(
  applicationId: string,
  {
    uploadId,
    name,
    category,
    slot,
    replaces = null,
    again,
  }: NewFiling & { uploadId: string; name: string; again?: boolean },
): Promise<{ name: string; calledAs: string | null }> {
  const response = await fetch(routes.api.documents(applicationId), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    // A silent connection must not hold up the next files.
    signal: AbortSignal.timeout(REGISTER_MS),
    body: JSON.stringify({ uploadId, name, category, slot, replaces, again }),
  })
  if (!response.ok) throw new UploadRefusal(response.status, await messageOf(response))
  return response.json()
}

/** The message of a refusal (`RegisterResult`) or an error (`PublicError`). */
async function messageOf(response: Response): Promise<string> {
  const body: unknown = await response.json().catch(() => null)
  return typeof body === 'object' && body !== null && 'message' in body && typeof body.message === 'string'
    ? body.message
    : `The desk could not take the file (${response.status}). Retry in a while.`
}
