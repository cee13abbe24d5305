'use server'

import { markOutsideInput } from '@/lib/domain/callbacks/inputs'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { markOutside, unmarkOutside } from './mark-outside'

/** The log, its pages and what is unfunded. */
const shown = { revalidates: routes.callbacks }

export const markOutsideAction = deskAction('funding:write', markOutsideInput, markOutside, shown)
export const unmarkOutsideAction = deskAction('funding:write', markOutsideInput, unmarkOutside, shown)
