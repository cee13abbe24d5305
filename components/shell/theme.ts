/** The theme is a cookie, so that the server writes the page in it and nothing flashes. */
export const THEME_COOKIE = 'theme'

export const THEMES = ['system', 'light', 'dark'] as const
export type Theme = (typeof THEMES)[number]

/** Reads the cookie's value; anything unknown is the system's choice. */
export const readTheme = (value: string | undefined): Theme =>
  THEMES.find((theme) => theme === value) ?? 'system'
