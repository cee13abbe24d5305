'use server'

import {
  changeMerchantInput,
  confirmMerchantsInput,
  enterMerchantInput,
  findPendingInput,
  merchantFileInput,
  proposeSplitInput,
  readSplitInput,
  rejectMerchantInput,
  stopMerchantInput,
  withdrawMerchantInput,
} from '@/lib/domain/merchants/inputs'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { confirmMerchants, rejectMerchant, withdrawMerchant } from './confirm'
import { changeMerchant, enterMerchant, stopMerchant } from './enter'
import { importMerchants, previewMerchants } from './import'
import { findPending } from './list'
import { proposeSplit, readSplit } from './propose-split'

/** Refreshes the directory, its pages and the count in the navigation. */
const shown = { revalidates: routes.home }

export const enterMerchantAction = deskAction('merchants:write', enterMerchantInput, enterMerchant, shown)

export const changeMerchantAction = deskAction('merchants:write', changeMerchantInput, changeMerchant, shown)

export const stopMerchantAction = deskAction('merchants:write', stopMerchantInput, stopMerchant, shown)

export const withdrawMerchantAction = deskAction(
  'merchants:write',
  withdrawMerchantInput,
  withdrawMerchant,
  shown,
)

export const confirmMerchantsAction = deskAction(
  'merchants:confirm',
  confirmMerchantsInput,
  confirmMerchants,
  shown,
)

export const findPendingAction = deskAction('merchants:confirm', findPendingInput, findPending)

export const rejectMerchantAction = deskAction(
  'merchants:confirm',
  rejectMerchantInput,
  rejectMerchant,
  shown,
)

export const previewMerchantsAction = deskAction('merchants:write', merchantFileInput, previewMerchants)

export const importMerchantsAction = deskAction('merchants:write', merchantFileInput, importMerchants, shown)

export const proposeSplitAction = deskAction('merchants:write', proposeSplitInput, proposeSplit, shown)

export const readSplitAction = deskAction('merchants:read', readSplitInput, ({ db }, input) =>
  readSplit(db, input),
)
