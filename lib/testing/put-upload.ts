import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { World } from '@/lib/server/world'

/** Puts content where a finished upload lies, and gives its id. */
export async function putUpload(world: World, content: string | Uint8Array): Promise<string> {
  const id = crypto.randomUUID()
  await writeFile(path.join(world.documentStore.uploadsDir, id), content)
  return id
}
