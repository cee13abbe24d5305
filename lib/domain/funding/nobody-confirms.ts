/**
 * Shown if no one else can confirm a request's outcome. In its own file so that the browser does not load the rules.
 */
export const NOBODY_CONFIRMS =
  'No one else in finance can confirm it. Ask an administrator to add a person, or to allow it in Settings, Funding.'
