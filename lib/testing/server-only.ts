// Stands in for the `server-only` marker package where no bundler resolves it.
export {}
