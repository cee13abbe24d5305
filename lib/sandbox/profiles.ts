import { timingSafeEqual } from 'node:crypto'
import type { Tx } from '@/lib/db/client'
import { type SandboxProfileStatus, sandboxProfiles } from '@/lib/db/schema/sandbox'

export type Profile = { profileId: string; status: SandboxProfileStatus; responseUrl: string | null }

/** contract.md, "The sandbox": the funding profiles, their keys, and their initial statuses. */
const PROFILES: readonly { profileId: string; key: string; status: SandboxProfileStatus }[] = [
  { profileId: '941000000001', key: 'key-active-1', status: 'active' },
  { profileId: '941000000004', key: 'key-active-2', status: 'active' },
  { profileId: '941000000002', key: 'key-suspended', status: 'suspended' },
  { profileId: '941000000003', key: 'key-closed', status: 'closed' },
]

export async function listProfiles(tx: Tx): Promise<Profile[]> {
  const changed = await tx.select().from(sandboxProfiles)
  return PROFILES.map(
    ({ profileId, status }) =>
      changed.find((profile) => profile.profileId === profileId) ?? { profileId, status, responseUrl: null },
  )
}

export async function findProfile(tx: Tx, profileId: string): Promise<Profile | null> {
  return (await listProfiles(tx)).find((profile) => profile.profileId === profileId) ?? null
}

export async function putProfile(tx: Tx, profile: Profile): Promise<void> {
  const { profileId, ...set } = profile
  await tx
    .insert(sandboxProfiles)
    .values(profile)
    .onConflictDoUpdate({ target: sandboxProfiles.profileId, set })
}

/** The profile in an Authorization header with the right key (interface, "Funding endpoint"), or null. */
export async function authenticateProfile(tx: Tx, headers: Headers): Promise<Profile | null> {
  const encoded = /^Basic +([A-Za-z0-9+/]+=*)$/i.exec(headers.get('authorization') ?? '')?.[1]
  if (encoded === undefined) return null
  const [profileId = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  const known = PROFILES.find((profile) => profile.profileId === profileId)
  return known && sameText(known.key, rest.join(':')) ? findProfile(tx, profileId) : null
}

function sameText(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
