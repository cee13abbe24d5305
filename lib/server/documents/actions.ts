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

export const changeCategoryAction = deskAction('documents:write', changeCategorySchema, changeCategory)

export const renameDocumentAction = deskAction('documents:write', renameDocumentSchema, renameDocument)

export const removeDocumentAction = deskAction('documents:write', documentIdSchema, removeDocument)

export const sendDocumentAgainAction = deskAction('documents:write', documentIdSchema, sendDocumentAgain)

export const deliveryFoundAction = deskAction('documents:write', deliveryFoundSchema, deliveryFound)

export const deliveryAbsentAction = deskAction('documents:write', deliveryAbsentSchema, deliveryAbsent)
