'use server'

import { documentInput, renameDocumentInput } from '@/lib/domain/documents/inputs'
import { deskAction } from '@/lib/server/action'
import {
  changeCategory,
  changeCategorySchema,
  removeDocument,
  renameDocument,
  sendDocumentAgain,
} from './mutations'
import { deliveryAbsent, deliveryAbsentSchema, deliveryFound, deliveryFoundSchema } from './resolution'
import { restoreDocument } from './restore'

export const changeCategoryAction = deskAction('documents:write', changeCategorySchema, changeCategory)

export const renameDocumentAction = deskAction('documents:write', renameDocumentInput, renameDocument)

export const removeDocumentAction = deskAction('documents:write', documentInput, removeDocument)

export const restoreDocumentAction = deskAction('documents:write', documentInput, restoreDocument)

export const sendDocumentAgainAction = deskAction('documents:write', documentInput, sendDocumentAgain)

export const deliveryFoundAction = deskAction('documents:write', deliveryFoundSchema, deliveryFound)

export const deliveryAbsentAction = deskAction('documents:write', deliveryAbsentSchema, deliveryAbsent)
