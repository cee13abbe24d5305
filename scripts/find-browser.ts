import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The headless shell first: without painting a window, journeys take about two thirds of the time. */
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const works = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'inherit' }).status === 0

/**
 * A Chromium for tests: the one in CHROMIUM_PATH, an installed one, or Playwright's; otherwise installs Debian's or
 * downloads Playwright's. Null means that Playwright finds its own.
 */
export function findBrowser(): string | null {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  const installed = SYSTEM.find((file) => existsSync(file))
  if (installed) return installed
  if (existsSync(chromium.executablePath())) return null
  console.log('No browser found: installing one.')
  const apt = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', '-n', 'apt-get']
  const [command = 'apt-get', ...prefix] = apt
  if (
    existsSync('/usr/bin/apt-get') &&
    works(command, [...prefix, 'update', '-qq']) &&
    works(command, [...prefix, 'install', '-y', '-qq', 'chromium-headless-shell'])
  ) {
    return '/usr/bin/chromium-headless-shell'
  }
  if (works('node_modules/.bin/playwright', ['install', 'chromium'])) return null
  throw new Error('No browser could be installed. Install Chromium and name it in CHROMIUM_PATH.')
}
