import { cleanup } from '@testing-library/react'
import { afterEach } from 'vitest'

// The library does it by itself only where the test functions are global.
afterEach(() => {
  cleanup()
  // What speaks to screen readers is no part of what a test rendered.
  document.body.replaceChildren()
})
