'use server'

import { answerResetInput, resetFactorsInput } from '@/lib/domain/access/factor-inputs'
import {
  answerProposalInput,
  changeRolesInput,
  deactivatePersonInput,
  invitePersonInput,
  linkInput,
  personInput,
  reactivatePersonInput,
} from '@/lib/domain/access/inputs'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { answerReset, resetFactors } from './factor-reset'
import { unlinkIdentity } from './identities'
import { consentToLink, invitePerson, makePasswordLink, resendLink, revokeLink } from './links'
import { mailed } from './mail-link'
import { answerProposal, changeRoles, deactivatePerson, endPersonSessions, reactivatePerson } from './roles'

const shown = { revalidates: routes.people }

export const invitePersonAction = deskAction('admin:users', invitePersonInput, mailed(invitePerson), shown)

export const resendLinkAction = deskAction('admin:users', linkInput, mailed(resendLink), shown)

export const revokeLinkAction = deskAction('admin:users', linkInput, revokeLink, shown)

export const consentToLinkAction = deskAction('admin:users', linkInput, consentToLink, shown)

export const makePasswordLinkAction = deskAction('admin:users', personInput, mailed(makePasswordLink), shown)

export const unlinkIdentityAction = deskAction('admin:users', personInput, unlinkIdentity, shown)

export const changeRolesAction = deskAction('admin:users', changeRolesInput, changeRoles, shown)

export const answerProposalAction = deskAction('admin:users', answerProposalInput, answerProposal, shown)

export const deactivatePersonAction = deskAction(
  'admin:users',
  deactivatePersonInput,
  deactivatePerson,
  shown,
)

export const reactivatePersonAction = deskAction(
  'admin:users',
  reactivatePersonInput,
  reactivatePerson,
  shown,
)

export const endPersonSessionsAction = deskAction('admin:users', personInput, endPersonSessions, shown)

export const resetFactorsAction = deskAction('admin:users', resetFactorsInput, resetFactors, shown)
export const answerResetAction = deskAction('admin:users', answerResetInput, answerReset, shown)
