'use server'

import {
  batchChangesInput,
  batchInput,
  closeFailuresInput,
  reopenFailuresInput,
  reopenRequestInput,
} from '@/lib/domain/funding/inputs'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { allowOverSale, allowOverSaleSchema } from './allow-over-sale'
import { approveRest, approveRestSchema } from './approve-rest'
import { listChanges } from './changes'
import { correctAmounts, correctSchema, retryFailed, retryFailedSchema } from './child-batch'
import { closeFailures, reopenFailures } from './close-failures'
import { reopenRequest } from './reopen'
import { resolveRequest, resolveRequestSchema } from './resolution'
import { sendBatch } from './send'
import {
  approveBatch,
  approveBatchSchema,
  discardBatch,
  recallBatch,
  recallBatchSchema,
  returnBatch,
  returnBatchSchema,
  submitBatch,
  submitBatchSchema,
} from './submit'
import { withdrawRest, withdrawRestSchema } from './withdraw'

/** Refreshes the batch list and every page of a batch. */
const shown = { revalidates: routes.funding }

export const submitBatchAction = deskAction('funding:write', submitBatchSchema, submitBatch, shown)

export const recallBatchAction = deskAction('funding:write', recallBatchSchema, recallBatch, shown)

export const discardBatchAction = deskAction('funding:write', batchInput, discardBatch, shown)

export const approveBatchAction = deskAction('funding:approve', approveBatchSchema, approveBatch, shown)

/** Approves the unsent rest of a stopped batch, including warnings that its approvers have not seen. */
export const approveRestAction = deskAction('funding:approve', approveRestSchema, approveRest, shown)

export const returnBatchAction = deskAction('funding:approve', returnBatchSchema, returnBatch, shown)

export const allowOverSaleAction = deskAction('funding:approve', allowOverSaleSchema, allowOverSale, shown)

/** Sends an approved batch, or the rest of one that stopped. */
export const sendBatchAction = deskAction('funding:write', batchInput, sendBatch, {
  ...shown,
  confirmed: true,
})

export const resolveRequestAction = deskAction('funding:write', resolveRequestSchema, resolveRequest, {
  ...shown,
  confirmed: true,
})

/** Needs no recent second factor: it pays nothing, because a request of unknown outcome is not sent. */
export const reopenRequestAction = deskAction('funding:write', reopenRequestInput, reopenRequest, shown)

export const retryFailedAction = deskAction('funding:write', retryFailedSchema, retryFailed, {
  ...shown,
  confirmed: true,
})

export const correctAmountsAction = deskAction('funding:write', correctSchema, correctAmounts, shown)

/** Withdraws the unsent rest of a stopped batch. */
export const withdrawRestAction = deskAction('funding:write', withdrawRestSchema, withdrawRest, shown)

/** Needs no recent second factor: it pays nothing and can be undone. */
export const closeFailuresAction = deskAction('funding:write', closeFailuresInput, closeFailures, shown)

export const reopenFailuresAction = deskAction('funding:write', reopenFailuresInput, reopenFailures, shown)

/** Lists the cells that history entries changed, page by page. */
export const listChangesAction = deskAction('funding:read', batchChangesInput, listChanges)
