import { flushSync } from 'react-dom'
import { render as renderLater } from 'vitest-browser-react'

/** Applies what `work` changes before it returns. React's own `act` is missing in its production build. */
export function act(work: () => void): void {
  flushSync(work)
}

/** Like the original, and drawn when it resolves, with either build of React. */
export function render(...given: Parameters<typeof renderLater>): ReturnType<typeof renderLater> {
  return flushSync(() => renderLater(...given))
}
