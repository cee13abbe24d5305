import { ROLES, type Role } from '@/lib/domain/access/permissions'
import { ROLE_LABELS } from '@/lib/domain/access/roles'
import { FIRST_REQUIRED_ROLES } from '@/lib/domain/access/second-factor'
import { defineSetting, type SettingOf } from './define-setting'
import { flag } from './setting-fields'

const PANEL = 'Second factor'

const required = (role: Role) =>
  flag({
    panel: PANEL,
    label: `Required for ${ROLE_LABELS[role].label}`,
    means: `${ROLE_LABELS[role].does}.`,
    fallback: FIRST_REQUIRED_ROLES.includes(role),
  })

export const signInRules = defineSetting({
  key: 'sign-in',
  title: 'Sign-in',
  group: 'Access',
  intro: 'Who needs more than a password.',
  permission: 'admin:settings',
  audit: 'sign-in-rules-changed',
  guards: true,
  panels: {
    [PANEL]:
      'People with one of these roles and no second factor are signed out at once, and add one when they sign in again. That includes you.',
  },
  fields: {
    onboarding: required('onboarding'),
    underwriter: required('underwriter'),
    finance: required('finance'),
    admin: required('admin'),
    auditor: required('auditor'),
  },
})

type SignInRules = SettingOf<typeof signInRules>

export const requiredRoles = (rules: SignInRules): Role[] => ROLES.filter((role) => rules[role])
