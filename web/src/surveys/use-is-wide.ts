import { mediaQuery } from '#core/ui/media-query.ts'

/** Above 800 px, and not at 800: a narrower screen has no room for a picture behind the questions, nor should it fetch one. */
export const useIsWide = mediaQuery('not all and (max-width: 800px)')
