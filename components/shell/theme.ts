/** The theme is in a cookie, so that the server renders with it and nothing flashes. */
export const THEME_COOKIE = 'theme'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Anything unknown means the system's theme. */
export const readTheme = (value: string | undefined): Theme =>
  THEMES.find((theme) => theme === value) ?? 'system'
