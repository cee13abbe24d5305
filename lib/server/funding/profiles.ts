import type { AmountUnit } from '@/lib/domain/funding/amount'
import type { ProfileView } from '@/lib/domain/funding/check-batch'
import type { PartnerClient } from '@/lib/partner/client'
import type { FundingProfile } from '@/lib/partner/funding-client'
import type { Services } from '@/lib/server/services'

/** The funding service for use cases: profiles without their keys, which stay inside. */
export function fundingOf(
  { sendFunding, checkFunding }: Pick<PartnerClient, 'sendFunding' | 'checkFunding'>,
  profiles: readonly FundingProfile[],
): Services['funding'] {
  const requireProfile = (profileId: string): FundingProfile => {
    const profile = profiles.find((known) => known.profileId === profileId)
    if (!profile) throw new Error('A request was made with a profile that is not configured.')
    return profile
  }
  return {
    profiles: profiles.map(({ profileId, label, amountUnit, limits, finalCodes, isLive }) => ({
      profileId,
      label,
      amountUnit,
      ...(limits && { limits }),
      ...(finalCodes && { finalCodes }),
      ...(isLive && { isLive }),
    })),
    async send(profileId, requestText) {
      return sendFunding(requireProfile(profileId), requestText)
    },
    async check(profileId) {
      return checkFunding(requireProfile(profileId))
    },
  }
}

export const findProfile = ({ funding }: Pick<Services, 'funding'>, profileId: string): ProfileView | null =>
  funding.profiles.find((profile) => profile.profileId === profileId) ?? null

/** The message for a batch whose profile has been removed from the configuration. */
export const profileMissing = (profileId: string): string =>
  `The funding profile ${profileId} is no longer configured. Choose another one, or ask an admin.`

/**
 * Why nothing can be sent under a frozen batch's profile; null if it can. If the unit has changed, the digits
 * approved as cents would be sent as whole dollars: a hundred times as much.
 */
export function profileProblem(
  services: Pick<Services, 'funding'>,
  { profileId, amountUnit }: { profileId: string; amountUnit: AmountUnit | null },
): string | null {
  const profile = findProfile(services, profileId)
  if (!profile) return profileMissing(profileId)
  if (amountUnit === null || amountUnit === profile.amountUnit) return null
  return `The funding profile ${profileId} counts in ${UNITS[profile.amountUnit]} now, and this was approved in ${UNITS[amountUnit]}: it was not sent. Ask an admin which of the two is right. An approved batch can be taken back and submitted again.`
}

const UNITS: Readonly<Record<AmountUnit, string>> = { minor: 'cents', major: 'whole dollars' }
