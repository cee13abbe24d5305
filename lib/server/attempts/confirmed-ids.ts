import { z } from 'zod'

/** Record ids as they were typed that are unlike the platform's, and that the person has compared (record-id.ts). */
export const confirmedIds = z.array(z.string().max(60)).max(200).optional()
