import type { Services } from '@/lib/server/services'

/** Puts content where a finished upload lies, and gives its id. */
export const putUpload = (services: Services, content: string | Uint8Array): Promise<string> =>
  services.documentStore.putUpload(Buffer.from(content))
