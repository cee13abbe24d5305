import type { DocumentCategory } from '@/lib/domain/documents/document-kinds'
import { DeskError } from '@/lib/errors'
import { requireApplication } from '@/lib/server/drafts/data'
import type { Ctx } from '@/lib/server/services'
import { hashUpload, isMissingFile, listUploads } from './upload-files'

/** A file that this person began to send to an application, and that is no document yet. */
export type UnfinishedUpload = {
  id: string
  name: string
  category: DocumentCategory
  slot: string | null
  replaces: string | null
  sizeBytes: number
  receivedBytes: number
  modifiedMs: number
}

/** From whatever browser they were begun. By name. */
export async function listUnfinished(ctx: Ctx, applicationId: string): Promise<UnfinishedUpload[]> {
  await requireApplication(ctx.db, applicationId)
  const uploads = await listUploads(ctx.documentStore.uploads)
  return uploads
    .filter(({ record }) => record.ownerId === ctx.actor.id && record.applicationId === applicationId)
    .map(({ id, receivedBytes, record: { name, category, slot, replaces, sizeBytes, modifiedMs } }) => ({
      id,
      name,
      category,
      slot: slot ?? null,
      replaces: replaces ?? null,
      sizeBytes,
      receivedBytes,
      modifiedMs,
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en') || a.id.localeCompare(b.id))
}

/** What has come of one, by content: a file that begins so can be gone on with, and no other. */
export async function getReceived(
  ctx: Ctx,
  applicationId: string,
  uploadId: string,
): Promise<{ receivedBytes: number; sha256: string }> {
  const upload = (await listUnfinished(ctx, applicationId)).find(({ id }) => id === uploadId)
  if (!upload) throw new DeskError('not-found', 'The upload no longer exists. Add the file again.')
  const { receivedBytes } = upload
  try {
    const sha256 = await hashUpload(ctx.documentStore.uploads, uploadId, receivedBytes)
    return { receivedBytes, sha256 }
  } catch (error) {
    if (isMissingFile(error)) throw new DeskError('not-found')
    throw error
  }
}
