import { backupRules } from './backup-rules'
import { dayRules } from './day-rules'
import type { Setting } from './define-setting'
import { documentRules } from './document-rules'
import { fundingRules } from './funding-rules'
import { revealRules } from './reveal-rules'
import { signInRules } from './sign-in-rules'
import { underwritingRules } from './underwriting-rules'
import { workRules } from './work-rules'

/** Every setting that is one form, in the order of its sections. */
export const SETTINGS = {
  rules: workRules,
  'sign-in': signInRules,
  underwriting: underwritingRules,
  funding: fundingRules,
  documents: documentRules,
  reveal: revealRules,
  'business-days': dayRules,
  backups: backupRules,
} as const

export type SettingName = keyof typeof SETTINGS

export const SETTING_NAMES = Object.keys(SETTINGS) as [SettingName, ...SettingName[]]

export const isSettingName = (name: string): name is SettingName => Object.hasOwn(SETTINGS, name)

/** For what treats all of them alike. */
export const settingOf = (name: SettingName): Setting => SETTINGS[name] as unknown as Setting
