/** What stands against a value of a setting: nothing is saved while there is one. `message` says what to do. */
export type SettingProblem = { path: string; message: string }
