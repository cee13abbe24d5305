import { z } from 'zod'

/** Form fields, all required (interface, "Token endpoint request"); `password` ends with the security token. */
export const wireTokenRequestSchema = z.object({
  grant_type: z.literal('password'),
  client_id: z.string().min(1),
  client_secret: z.string().min(1),
  username: z.string().min(1),
  password: z.string().min(1),
})

export type WireTokenRequest = z.output<typeof wireTokenRequestSchema>

/** Interface, "Token response (200)". The last three may be missing: nothing may depend on them. */
export const wireTokenSchema = z.looseObject({
  // Visible ASCII only: it goes into a header and must not be able to end the line.
  access_token: z.string().regex(/^[\x21-\x7e]+$/),
  instance_url: z.url({ protocol: /^https?$/ }),
  token_type: z.literal('Bearer'),
  id: z.string().nullish(),
  issued_at: z.string().nullish(),
  signature: z.string().nullish(),
})

/** What the desk accepts: the type in any case (RFC 6749, 5.1), and the last three in any form. */
export const tokenAnswerSchema = wireTokenSchema.extend({
  token_type: z.string().regex(/^bearer$/i),
  id: z.unknown().optional(),
  issued_at: z.unknown().optional(),
  signature: z.unknown().optional(),
})

export type WireToken = z.output<typeof wireTokenSchema>

/** Interface, "Token response (200)", access_token: valid for 24 hours. */
export const TOKEN_LIFETIME_MS = 24 * 60 * 60 * 1000
