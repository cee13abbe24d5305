'use server'

import { rowsInput, undoAssignInput, withdrawInput } from '@/lib/domain/application/inputs'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { assignApplications, assignSchema, undoAssignments } from './assignment'
import { viewReadiness } from './readiness'
import {
  deleteView,
  deleteViewSchema,
  renameView,
  renameViewSchema,
  replaceView,
  replaceViewSchema,
  saveView,
  saveViewSchema,
} from './saved-views'
import { takeUpApplications, undoWithdrawals, withdrawApplications } from './withdrawal'

/** The list, and every page of an application. */
const shown = { revalidates: routes.applications }

export const assignApplicationsAction = deskAction(
  'applications:write',
  assignSchema,
  assignApplications,
  shown,
)

export const withdrawApplicationsAction = deskAction(
  'applications:write',
  withdrawInput,
  withdrawApplications,
  shown,
)

export const takeUpApplicationsAction = deskAction('applications:write', rowsInput, takeUpApplications, shown)

export const undoAssignmentsAction = deskAction('applications:write', undoAssignInput, undoAssignments, shown)

export const undoWithdrawalsAction = deskAction('applications:write', rowsInput, undoWithdrawals, shown)

/** Reads alone: what would be sent, and what stands against it. */
export const readinessAction = deskAction('applications:submit', rowsInput, viewReadiness)

export const saveViewAction = deskAction('applications:read', saveViewSchema, saveView, shown)

export const renameViewAction = deskAction('applications:read', renameViewSchema, renameView, shown)

export const replaceViewAction = deskAction('applications:read', replaceViewSchema, replaceView, shown)

export const deleteViewAction = deskAction('applications:read', deleteViewSchema, deleteView, shown)
