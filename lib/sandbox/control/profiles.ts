import { z } from 'zod'
import type { SandboxProfileStatus } from '@/lib/db/schema/sandbox'
import { accepted, NOT_FOUND, problem, refused } from '../call'
import { findProfile, listProfiles, putProfile } from '../profiles'
import { responseAddressProblem } from '../response-address'
import { type ControlSet, control } from './control'

const STATUSES = ['active', 'suspended', 'closed'] as const satisfies SandboxProfileStatus[]

const changeSchema = z.strictObject({
  status: z.enum(STATUSES).optional(),
  responseUrl: z
    .url({ protocol: /^https?$/ })
    // The URL parser tolerates some spaces and control characters; a valid address has none.
    .regex(/^[\x21-\x7e]{1,2000}$/)
    .nullish(),
})

export const PROFILE_CONTROLS: readonly ControlSet[] = [
  {
    path: /^\/profiles$/,
    methods: { GET: control({ run: async ({ tx }) => accepted(await listProfiles(tx)) }) },
  },
  {
    path: /^\/profiles\/([^/]{1,40})$/,
    methods: {
      GET: control({
        run: async ({ tx, id }) => {
          const profile = await findProfile(tx, id)
          return profile ? accepted(profile) : refused(404, NOT_FOUND)
        },
      }),
      PUT: control({
        body: changeSchema,
        run: async ({ tx, id, body, services, isLocal }) => {
          const profile = await findProfile(tx, id)
          if (!profile) return refused(404, NOT_FOUND)
          const { status = profile.status, responseUrl = profile.responseUrl } = body
          if (responseUrl !== null && responseUrl !== profile.responseUrl) {
            const refusal = responseAddressProblem(responseUrl, services.baseUrl, isLocal)
            if (refusal !== null) {
              return refused(400, [problem('INVALID_FIELD', `responseUrl: ${refusal}`, ['responseUrl'])])
            }
          }
          const changed = { ...profile, status, responseUrl }
          await putProfile(tx, changed)
          return accepted(changed)
        },
      }),
    },
  },
]
