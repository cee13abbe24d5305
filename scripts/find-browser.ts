import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'

/** The shell first: without a window to paint, journeys take about two thirds of the time. */
const SYSTEM = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const works = (command: string, args: string[]) => spawnSync(command, args, { stdio: 'inherit' }).status === 0

/**
 * A Chromium to test with: one that is named or installed, Playwright's own, else Debian's, installed
 * now, else Playwright's, downloaded now. Null means that Playwright finds its own.
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
