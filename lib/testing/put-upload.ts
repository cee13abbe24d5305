import type { World } from '@/lib/server/world'

/** Puts content where a finished upload lies, and gives its id. */
export const putUpload = (world: World, content: string | Uint8Array): Promise<string> =>
  world.documentStore.putUpload(Buffer.from(content))
