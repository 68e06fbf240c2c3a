import { flushSync } from 'react-dom'
import { render as renderLater } from 'vitest-browser-react'

/** Applies changes made by `work` before returning. React's `act` is missing in its production build. */
export function act(work: () => void): void {
  flushSync(work)
}

/** Like the original, but already rendered when it resolves, with either build of React. */
export function render(...args: Parameters<typeof renderLater>): ReturnType<typeof renderLater> {
  return flushSync(() => renderLater(...args))
}
