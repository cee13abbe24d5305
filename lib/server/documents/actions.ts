'use server'

import { deskAction } from '@/lib/server/action'
import {
  changeCategory,
  changeCategorySchema,
  documentIdSchema,
  removeDocument,
  sendDocumentAgain,
  sendDocumentAgainSchema,
} from './mutations'

export const changeCategoryAction = deskAction('documents:write')
  .inputSchema(changeCategorySchema)
  .action(({ parsedInput, ctx }) => changeCategory(ctx, parsedInput))

export const removeDocumentAction = deskAction('documents:write')
  .inputSchema(documentIdSchema)
  .action(({ parsedInput, ctx }) => removeDocument(ctx, parsedInput))

export const sendDocumentAgainAction = deskAction('documents:write')
  .inputSchema(sendDocumentAgainSchema)
  .action(({ parsedInput, ctx }) => sendDocumentAgain(ctx, parsedInput))
