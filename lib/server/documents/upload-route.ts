import 'server-only'
import type { Server } from '@tus/server'
import { can } from '@/lib/domain/access/permissions'
import { isOwnOrigin } from '@/lib/server/route'
import { requireDesk } from '@/lib/server/running-desk'
import { currentActor } from '@/lib/server/sign-in/current-actor'
import { createUploadServer } from './upload-server'

let server: Server | undefined

async function ownerOf(): Promise<string | null> {
  const actor = await currentActor()
  return actor && can(actor.roles, 'documents:write') ? actor.id : null
}

/** Every request of the resumable upload protocol. */
export function handleUpload(request: Request): Promise<Response> | Response {
  if (request.method !== 'HEAD' && !isOwnOrigin(request.headers))
    return new Response('Forbidden', { status: 403 })
  server ??= createUploadServer(requireDesk().world.documentStore.uploadsDir, ownerOf)
  return server.handleWeb(request)
}
