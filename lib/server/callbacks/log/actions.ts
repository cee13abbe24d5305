'use server'

import {
  countAsSalesInput,
  decideEventInput,
  reprocessEventInput,
  resolveConflictInput,
  setAmountInput,
} from '@/lib/domain/callbacks/inputs'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import {
  closeEvent,
  countAsSale,
  countAsSales,
  reopenEvent,
  resolveConflict,
  setAmount,
  takeBackAmount,
  takeBackSale,
} from './decisions'
import { reprocessEvent } from './reprocess'

/** The log and the event's page. */
const shown = { revalidates: routes.callbacks }

export const resolveConflictAction = deskAction(
  'callbacks:reprocess',
  resolveConflictInput,
  resolveConflict,
  shown,
)
export const closeEventAction = deskAction('callbacks:reprocess', decideEventInput, closeEvent, shown)
export const reopenEventAction = deskAction('callbacks:reprocess', decideEventInput, reopenEvent, shown)
export const reprocessEventAction = deskAction(
  'callbacks:reprocess',
  reprocessEventInput,
  reprocessEvent,
  shown,
)

// These also need `callbacks:reprocess`, which the use cases check.
export const setAmountAction = deskAction('funding:write', setAmountInput, setAmount, shown)
export const takeBackAmountAction = deskAction('funding:write', decideEventInput, takeBackAmount, shown)
export const countAsSaleAction = deskAction('funding:write', decideEventInput, countAsSale, shown)
export const countAsSalesAction = deskAction('funding:write', countAsSalesInput, countAsSales, shown)
export const takeBackSaleAction = deskAction('funding:write', decideEventInput, takeBackSale, shown)
