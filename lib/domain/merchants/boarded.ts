import { lockedStageOf } from '@/lib/domain/application/status'

/** The stage of an opportunity whose merchant is boarded (interface, "States and transitions"). */
const BOARDED_STAGE = 'Closed Won'

type AtPartner = { opportunityId: string | null; stage: string | null }

/** The partner has it, so that the processor may have given it a merchant id. */
export const canHaveMerchant = ({ opportunityId }: Pick<AtPartner, 'opportunityId'>): boolean =>
  opportunityId !== null

/** The stage is known, and is not the one of a boarded merchant: a reason to look twice, since stages are learned late. */
export const isBoardingOpen = ({ stage }: Pick<AtPartner, 'stage'>): boolean =>
  stage !== null && lockedStageOf(stage) !== BOARDED_STAGE
