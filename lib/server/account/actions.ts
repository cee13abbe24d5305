'use server'

import {
  changeNameInput,
  changePasswordInput,
  changeTimeZoneInput,
  nothingInput,
  sessionInput,
} from '@/lib/domain/access/inputs'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { changeName, changePassword, changeTimeZone, endOtherSessions, endOwnSession } from './account'

/** The name stands in the frame of every page. */
const shown = { revalidates: routes.home }

export const changeNameAction = deskAction('account:own', changeNameInput, changeName, shown)

export const changePasswordAction = deskAction('account:own', changePasswordInput, changePassword, shown)

export const changeTimeZoneAction = deskAction('account:own', changeTimeZoneInput, changeTimeZone, shown)

export const endOwnSessionAction = deskAction('account:own', sessionInput, endOwnSession, shown)

export const endOtherSessionsAction = deskAction('account:own', nothingInput, endOtherSessions, shown)
