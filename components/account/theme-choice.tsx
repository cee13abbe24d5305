'use client'

import { useSyncExternalStore } from 'react'
import { Option } from '@/components/forms/option'
import { THEMES } from '@/components/shell/theme'
import { chooseTheme, onThemeChosen, presentTheme } from '@/components/shell/theme-choice'

const LABELS = { system: 'Same as system', light: 'Light', dark: 'Dark' }

/** Stored in this browser, like the frame's button. */
export function ThemeChoice() {
  const theme = useSyncExternalStore(onThemeChosen, presentTheme, () => null)
  return (
    <fieldset>
      <legend className="mb-1 text-sm font-medium">Theme in this browser</legend>
      <div className="flex flex-wrap gap-x-6">
        {THEMES.map((each) => (
          <Option
            key={each}
            type="radio"
            name="theme"
            label={LABELS[each]}
            checked={theme === each}
            onChange={() => chooseTheme(each)}
          />
        ))}
      </div>
    </fieldset>
  )
}
