import type { PartnerClient } from '@/lib/partner/client'
import type { FundingProfile } from '@/lib/partner/funding-client'
import type { World } from '@/lib/server/world'
import type { ProfileView } from './views'

/** Funding as use cases see it: the profiles without their keys, which stay in here. */
export function fundingOf(
  { sendFunding }: Pick<PartnerClient, 'sendFunding'>,
  profiles: readonly FundingProfile[],
): World['funding'] {
  return {
    profiles: profiles.map(({ profileId, label, amountUnit }) => ({ profileId, label, amountUnit })),
    async send(profileId, requestText, hooks) {
      const profile = profiles.find((known) => known.profileId === profileId)
      if (!profile) throw new Error('A batch was sent with a profile that is not configured.')
      return sendFunding(profile, requestText, hooks)
    },
  }
}

export const findProfile = ({ funding }: Pick<World, 'funding'>, profileId: string): ProfileView | null =>
  funding.profiles.find((profile) => profile.profileId === profileId) ?? null

/** Said where a batch names a profile that an admin has taken out since. */
export const profileMissing = (profileId: string): string =>
  `The funding profile ${profileId} is no longer configured. Choose another one, or ask an admin.`
