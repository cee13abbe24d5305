import * as z from 'zod/mini'

/** Input schemas of the document commands, checked by browser and server. */

export const documentInput = z.object({ documentId: z.uuid() })
export const renameDocumentInput = z.extend(documentInput, {
  name: z.string().check(z.trim(), z.minLength(1, 'A document needs a name.'), z.maxLength(1_000)),
})
