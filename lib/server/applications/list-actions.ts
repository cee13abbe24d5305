'use server'

import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { assignApplications, assignSchema } from './assignment'
import { readinessSchema, viewReadiness } from './readiness'
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
import { takeUpApplications, takeUpSchema, withdrawApplications, withdrawSchema } from './withdrawal'

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
  withdrawSchema,
  withdrawApplications,
  shown,
)

export const takeUpApplicationsAction = deskAction(
  'applications:write',
  takeUpSchema,
  takeUpApplications,
  shown,
)

/** Reads alone: what would be sent, and what stands against it. */
export const readinessAction = deskAction('applications:submit', readinessSchema, viewReadiness)

export const saveViewAction = deskAction('applications:read', saveViewSchema, saveView, shown)

export const renameViewAction = deskAction('applications:read', renameViewSchema, renameView, shown)

export const replaceViewAction = deskAction('applications:read', replaceViewSchema, replaceView, shown)

export const deleteViewAction = deskAction('applications:read', deleteViewSchema, deleteView, shown)
