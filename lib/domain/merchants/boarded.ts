import { lockedStageOf } from '@/lib/domain/application/status'

/** The stage of an opportunity whose merchant has been boarded (interface, "States and transitions"). */
const BOARDED_STAGE = 'Closed Won'

type AtPartner = { opportunityId: string | null; stage: string | null }

/** Whether the partner has the application, so that the processor may have assigned a merchant ID. */
export const canHaveMerchant = ({ opportunityId }: Pick<AtPartner, 'opportunityId'>): boolean =>
  opportunityId !== null

/**
 * Whether the stage is known and is not that of a boarded merchant. Only a reason for a second look, because the desk
 * learns stages late.
 */
export const isBoardingOpen = ({ stage }: Pick<AtPartner, 'stage'>): boolean =>
  stage !== null && lockedStageOf(stage) !== BOARDED_STAGE
