import 'server-only'
import { can } from '@/lib/domain/access/permissions'
import { isOwnWrite } from '@/lib/server/route'
import { requireDesk } from '@/lib/server/running-desk'
import { currentActor } from '@/lib/server/sign-in/current-actor'
import { incomingBody } from './incoming-body'
import { beginInRoom } from './upload-room'
import { createUploadServer, type UploadServer } from './upload-server'

let server: UploadServer | undefined

async function ownerOf(): Promise<string | null> {
  const actor = await currentActor()
  return actor && can(actor.roles, 'documents:write') ? actor.id : null
}

/** Every request of the resumable upload protocol. */
export function handleUpload(request: Request): Promise<Response> | Response {
  if (request.method !== 'HEAD' && !isOwnWrite(request.headers))
    return new Response('Forbidden', { status: 403 })
  const { services } = requireDesk()
  server ??= createUploadServer(services.documentStore.uploads, ownerOf, (file, begin) =>
    beginInRoom(services, file, begin),
  )
  return server(request, request.method === 'PATCH' ? incomingBody() : undefined)
}
