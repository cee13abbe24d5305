'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { THEME_COOKIE, THEMES, type Theme } from './theme'

const LOOKS = {
  system: { icon: Monitor, label: 'Theme: as the system' },
  light: { icon: Sun, label: 'Theme: light' },
  dark: { icon: Moon, label: 'Theme: dark' },
}

/** One button that goes round the three themes; its name says the present one. */
export function ThemeSwitch({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial)
  const { icon: Icon, label } = LOOKS[theme]

  function next() {
    const chosen = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system'
    setTheme(chosen)
    if (chosen === 'system') delete document.documentElement.dataset.theme
    else document.documentElement.dataset.theme = chosen
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is missing on plain-http addresses
    document.cookie = `${THEME_COOKIE}=${chosen}; path=/; max-age=31536000; samesite=lax`
  }

  return (
    <button
      type="button"
      onClick={next}
      aria-label={label}
      title={label}
      className="grid size-8 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
    >
      <Icon className="size-4" aria-hidden="true" />
    </button>
  )
}
