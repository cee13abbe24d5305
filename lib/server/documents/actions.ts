'use server'

import { deskAction } from '@/lib/server/action'
import {
  changeCategory,
  changeCategorySchema,
  documentIdSchema,
  removeDocument,
  renameDocument,
  renameDocumentSchema,
  sendDocumentAgain,
} from './mutations'
import { deliveryAbsent, deliveryAbsentSchema, deliveryFound, deliveryFoundSchema } from './resolution'

export const changeCategoryAction = deskAction('documents:write')
  .inputSchema(changeCategorySchema)
  .action(({ parsedInput, ctx }) => changeCategory(ctx, parsedInput))

export const renameDocumentAction = deskAction('documents:write')
  .inputSchema(renameDocumentSchema)
  .action(({ parsedInput, ctx }) => renameDocument(ctx, parsedInput))

export const removeDocumentAction = deskAction('documents:write')
  .inputSchema(documentIdSchema)
  .action(({ parsedInput, ctx }) => removeDocument(ctx, parsedInput))

export const sendDocumentAgainAction = deskAction('documents:write')
  .inputSchema(documentIdSchema)
  .action(({ parsedInput, ctx }) => sendDocumentAgain(ctx, parsedInput))

export const deliveryFoundAction = deskAction('documents:write')
  .inputSchema(deliveryFoundSchema)
  .action(({ parsedInput, ctx }) => deliveryFound(ctx, parsedInput))

export const deliveryAbsentAction = deskAction('documents:write')
  .inputSchema(deliveryAbsentSchema)
  .action(({ parsedInput, ctx }) => deliveryAbsent(ctx, parsedInput))
