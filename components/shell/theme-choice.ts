import { readTheme, THEME_COOKIE, type Theme } from './theme'

/** The theme of the open page. The frame's button and the command palette both set it. */
const listeners = new Set<() => void>()

export const presentTheme = (): Theme => readTheme(document.documentElement.dataset.theme)

/** Applies the theme at once and stores it for a year. */
export function chooseTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain-http addresses
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=31536000; samesite=lax`
  for (const tell of listeners) tell()
}

/** Calls `tell` after every choice; returns a function that stops it. */
export function onThemeChosen(tell: () => void): () => void {
  listeners.add(tell)
  return () => {
    listeners.delete(tell)
  }
}
