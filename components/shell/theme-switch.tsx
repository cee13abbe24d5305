'use client'

import { Monitor, Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { THEMES, type Theme } from './theme'
import { chooseTheme, onThemeChosen, presentTheme } from './theme-choice'

const LOOKS = {
  system: { icon: Monitor, label: 'Theme: System' },
  light: { icon: Sun, label: 'Theme: Light' },
  dark: { icon: Moon, label: 'Theme: Dark' },
}

/** A button that cycles through the three themes; its name says the current one. */
export function ThemeSwitch({ initial }: { initial: Theme }) {
  const theme = useSyncExternalStore(onThemeChosen, presentTheme, () => initial)
  const { icon: Icon, label } = LOOKS[theme]
  return (
    <button
      type="button"
      onClick={() => chooseTheme(THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length] ?? 'system')}
      aria-label={label}
      title={label}
      className="grid size-8 place-items-center rounded-md text-muted hover:bg-sunken hover:text-ink pointer-coarse:size-11"
    >
      <Icon className="size-4" aria-hidden="true" />
    </button>
  )
}
