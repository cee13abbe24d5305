'use server'

import { revalidatePath } from 'next/cache'
import { routes } from '@/lib/routes'
import { deskAction } from '@/lib/server/action'
import { assignApplications, assignSchema } from './assignment'
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

/** The list, and every page of an application, shows the result of what was just done. */
function shown<T>(result: T): T {
  revalidatePath(routes.applications, 'layout')
  return result
}

export const assignApplicationsAction = deskAction('applications:write')
  .inputSchema(assignSchema)
  .action(async ({ parsedInput, ctx }) => shown(await assignApplications(ctx, parsedInput)))

export const withdrawApplicationsAction = deskAction('applications:write')
  .inputSchema(withdrawSchema)
  .action(async ({ parsedInput, ctx }) => shown(await withdrawApplications(ctx, parsedInput)))

export const takeUpApplicationsAction = deskAction('applications:write')
  .inputSchema(takeUpSchema)
  .action(async ({ parsedInput, ctx }) => shown(await takeUpApplications(ctx, parsedInput)))

export const saveViewAction = deskAction('applications:read')
  .inputSchema(saveViewSchema)
  .action(async ({ parsedInput, ctx }) => shown(await saveView(ctx, parsedInput)))

export const renameViewAction = deskAction('applications:read')
  .inputSchema(renameViewSchema)
  .action(async ({ parsedInput, ctx }) => shown(await renameView(ctx, parsedInput)))

export const replaceViewAction = deskAction('applications:read')
  .inputSchema(replaceViewSchema)
  .action(async ({ parsedInput, ctx }) => shown(await replaceView(ctx, parsedInput)))

export const deleteViewAction = deskAction('applications:read')
  .inputSchema(deleteViewSchema)
  .action(async ({ parsedInput, ctx }) => shown(await deleteView(ctx, parsedInput)))
