import { z } from 'zod'

/** Record ids, as typed, that do not look like the platform's and that the person confirmed (record-id.ts). */
export const confirmedIds = z.array(z.string().max(60)).max(200).optional()
